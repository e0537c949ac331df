/**
 * @packageDocumentation
 *
 * `hoplite analyze`, which the command line of the node loads when it is asked for.
 */
export { fillAnalyze } from './analyze.ts';
