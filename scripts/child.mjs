import { spawn } from 'node:child_process';

/**
 * @typedef {{ code: number, signal?: undefined } | { code?: undefined, signal: NodeJS.Signals }} Exit
 */

/**
 * Runs a command to its end, without a shell. Signals meant for us reach it, so nothing is left behind.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<Exit>}
 */
export function runChild(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options);
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      // Ctrl-C in a terminal reaches the whole process group; a second SIGINT would read as "at once, please".
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const settle = () => {
      for (const signal of signals) process.off(signal, forward);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code, signal) => {
      settle();
      resolve(signal === null ? { code: code ?? 1 } : { signal });
    });
  });
}

/**
 * Ends this process the way its child ended, so that a caller cannot tell the difference.
 *
 * @param {Exit} exit
 */
export function exitLike(exit) {
  if (exit.signal === undefined) process.exitCode = exit.code;
  else process.kill(process.pid, exit.signal);
}
