import { ROOM, type Hop } from './hop.ts';
import { nameOfPeer } from './peer-names.ts';
import type { Step } from './step.ts';

/** One step, as a sentence. */
export function stepText(step: Step): string {
  switch (step.kind) {
    case 'begins':
      return `${nameOfPeer(step.peer)} begins the job: its own agent runs`;
    case 'sends':
      return `${nameOfPeer(step.hop.from)} ${step.isRoot ? 'begins the job, and ' : ''}sends ${messageText(step.hop)}`;
    case 'stopped': {
      const { channel, from, to, wakes } = step.choice;
      const whom = to === ROOM ? `to ${wakes.map(nameOfPeer).join(' and ')} in the room` : `to ${nameOfPeer(to)}`;
      return `${nameOfPeer(from)} wants to send a ${channel} message ${whom}: ${step.reason} (brake ${step.brake}); the job is frozen there`;
    }
    case 'stuck':
      return `${nameOfPeer(step.choice.from)} waits for credit that nobody holds`;
    case 'ends':
      return `${nameOfPeer(step.peer)} ${step.isOk ? 'answers' : 'refuses'} ${nameOfPeer(step.hop.from)}`;
    case 'wakes':
      return `${arrival(step)} and wakes its agent, at hop ${step.hop.hops}`;
    case 'refused':
      return `${arrival(step)} and is refused: ${step.reason} (brake ${step.brake})`;
    case 'answered':
      return `the ${step.isOk ? 'answer' : 'refusal'} of ${nameOfPeer(step.peer)} reaches ${nameOfPeer(step.hop.from)}`;
    case 'settled':
      return `${nameOfPeer(step.hop.from)} hears what became of the credit that ${nameOfPeer(step.peer)} had left open`;
    case 'lost':
      return `the network loses ${LOST[step.what]} between ${nameOfPeer(step.hop.from)} and ${nameOfPeer(step.peer)}`;
    case 'unreached':
      return `${nameOfPeer(step.hop.from)} cannot reach ${nameOfPeer(step.peer)}, and has its credit back`;
    case 'hears':
      return `${nameOfPeer(step.peer)} hears that the job is ${step.notice === 'halt' ? 'halted' : 'frozen'}`;
    case 'halts':
      return `a person halts the job at ${nameOfPeer(step.peer)}`;
    case 'lies':
      return `${nameOfPeer(step.hop.bringer)} sends ${nameOfPeer(step.hop.to)} ${LIES[step.hop.lie ?? 'gibberish']}`;
  }
}

const LOST = { ask: 'a message', answer: 'an answer', settled: 'a settlement' } as const;

const LIES = {
  gibberish: 'bytes that are no message',
  impersonation: 'a message that alpha has signed as if it were its own',
  forgery: 'a message on a chain that alpha has never signed',
  terminal: 'an act that ends, where acts that oblige arrive',
} as const;

function arrival({ hop, leavesCopy, peer }: Extract<Step, { readonly leavesCopy: boolean }>): string {
  const copy = leavesCopy ? ', doubled by the network,' : '';
  return `the ${hop.channel} message of ${nameOfPeer(hop.bringer)} arrives at ${nameOfPeer(peer)}${copy}`;
}

function messageText({ channel, to, wake, credit, isSaidAgain, hops }: Hop): string {
  const whom = to === ROOM ? `the room, for ${wake.map(({ peer }) => nameOfPeer(peer)).join(' and ')}` : nameOfPeer(to);
  const what = isSaidAgain ? '' : ', with something new to say';
  return `a ${channel} message to ${whom}: hop ${hops}, credit ${credit}${what}`;
}
