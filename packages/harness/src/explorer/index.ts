/**
 * @packageDocumentation
 *
 * The explorer: exhaustive search of small worlds, and random walks through larger ones.
 *
 * **The model.** One job, which begins with a turn of the first peer's own agent, or with one message of its operator. An
 * agent that runs may at any moment send any message that obliges, by any channel, to any peer or any part of the room,
 * saying something new or what was said before, going on from a reply it has read or not; or answer; or refuse. The network
 * delivers what is on its way in any order; within bounds it doubles and loses. Freezes and halts are notices that reach
 * each peer when they do. A person may halt the job anywhere, and a dishonest peer may lie, within bounds.
 *
 * **What is production's.** Every message is made by `composeMessage` on a `Lineage`; in both directions the brakes of the
 * node decide, in their order; credit is split and settled by the node's own arithmetic; replies are matched by
 * `verifyReply`. Signatures alone are a stand-in, which is checked just so. Everything is worked out once per message:
 * lineages form a tree, and what is the same is the same object.
 *
 * **What is taken for the same.** States are known by fingerprints of 128 bits, see `Sums` for what that risks, and so are
 * states that differ in nothing that matters: see `Likeness` for plain worlds, which are those that decide as a node does and
 * in which nothing goes wrong, and `Names` for all others. A test checks on whole worlds that they lead to the same.
 *
 * **What is left out.** Time: nothing expires, and rates do not recover. The disk: nobody crashes. A turn begins when its
 * message is accepted, whatever else runs. A turn that is cancelled because its asker has ended runs on: it may do more than
 * in a node. A refusal that a settlement reports freezes nobody earlier than the notice of it does. After so many
 * refusals as `attempts` says a turn is ended, where a node allows 100. Posts that wake nobody change nothing, and are not
 * sent.
 */
export type { Bounds, Lie, Root } from './bounds.ts';
export { PRODUCTION, withoutBrake } from './decisions.ts';
export type { Decisions, Switch, Waiter } from './decisions.ts';
export { explore } from './explore.ts';
export type { Exploration, ExploreOptions } from './explore.ts';
export { RULES } from './rules.ts';
export type { Rule } from './rules.ts';
export type { Progress } from './search.ts';
export { walk } from './walk.ts';
export type { WalkOptions, WalkProgress } from './walk.ts';
