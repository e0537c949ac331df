/**
 * What Hoplite promises, one id per promise, and which tests prove it. A test cites the promises it proves:
 *
 *     import { verifies } from '@hoplite/test/requirements';
 *
 *     test('a key readable by others is refused', async () => {
 *       verifies('p2p.identity.key-0600');
 *       …
 *     });
 *
 * or once for a `describe` or a file. `requirements.test.ts` fails for an id that no test cites.
 */
export const requirements = {
  // The workspace
  'workspace.start-sets-up':
    'On a fresh machine with git, Node 20 and npm, `npm start` sets everything up and runs the main job.',
  'workspace.test-sets-up':
    '`npm test` sets everything up and runs every test; its last line counts passed and failed.',
  'workspace.setup-idempotent':
    'Set-up may be repeated, interrupted and run twice at once, and takes no time when nothing changed.',
  'workspace.setup-says-what-it-does':
    'Set-up prints what it does, on stderr only, and shows progress while it installs.',
  'workspace.check': '`npm run check` checks the wire, types, lint and format, and fails if any of them does.',
  'workspace.ci': '`.ci/run` runs `npm run check` and `npm test` and fails if either does.',
  'workspace.cli-in-bin': 'After set-up `./node_modules/.bin/hoplite` is the command line.',
  'workspace.import-direction':
    'Imports point one way, p2p ← tools ← node ← harness, and libp2p stays in p2p: the linter says so.',
  'workspace.no-ambient-clock': 'No clock and no randomness outside the ports: the linter says so.',
  'workspace.no-floating-promises': 'A promise that nobody awaits is a lint error.',
  'workspace.erasable': 'Node 24 runs the source by stripping types, without a build step.',
  'workspace.builds-dist':
    '`tsc -b` builds what is published; `exports` point to `dist` there and to source in the workspace.',
  'workspace.exports-pinned': 'What each package exports is pinned by a test.',
  'workspace.requirements-cited': 'A requirement that no test cites fails the suite.',

  // packages/p2p: identity
  'p2p.identity.made-once': 'The Ed25519 key is made once and the peer ID is the same after a restart.',
  'p2p.identity.key-0600': 'The key is stored 0600 and refused if others can read it.',
  'p2p.identity.corrupt-refused': 'A corrupt key is refused with a clear error and never replaced.',
  'p2p.identity.before-network': 'The peer ID is known before the network starts.',
  'p2p.identity.data-directory':
    'A node keeps everything in one data directory, `--dir`, by default `~/.hoplite/<name>`.',
  'p2p.identity.directory-locked': 'A second process on the same data directory is refused and told who holds it.',

  // packages/p2p: host
  'p2p.host.mplex-only-peer': 'A peer that offers only mplex can be talked to.',
  'p2p.host.yamux-only-peer': 'A peer that offers only yamux can be talked to, and yamux is preferred.',
  'p2p.host.mdns-own-tag': 'Peers find each other by mDNS under a service tag of our own.',
  'p2p.host.explicit-addresses': 'Peers can be given by address, without mDNS.',
  'p2p.host.address-book-persisted': 'Addresses of known peers survive a restart.',
  'p2p.host.redial-backoff':
    'A lost peer is redialled with growing pauses until it is back, without mDNS announcing it anew (V10).',
  'p2p.host.foreign-peer-bounded': 'A peer that speaks no Hoplite protocol costs bounded retries and no hang (V11).',
  'p2p.host.two-nodes-one-host': 'Two nodes of one user on one host have separate keys, stores and ports (V13).',

  // packages/p2p: membership
  'p2p.membership.closed': 'A network is closed by default: who does not hold its 32-byte key does not get in.',
  'p2p.membership.proof-both-ways':
    'Both sides prove the key by HMAC-SHA-256 over fresh nonces and both authenticated peer IDs.',
  'p2p.membership.no-replay': 'A proof recorded from another connection or another peer is not accepted.',
  'p2p.membership.cards': '`hello` exchanges agent cards: name, description, skills, version.',
  'p2p.membership.cards-capped': 'An agent card over the size limit is refused.',
  'p2p.membership.names-are-labels': 'Names are labels: two peers may share one, and identity is the peer ID.',
  'p2p.membership.versions': '`hello` agrees on a protocol version, and says so when there is none in common.',
  'p2p.membership.unproved-reach-nothing':
    'A peer that has not proved membership reaches no other protocol and is closed.',
  'p2p.membership.rights':
    'Task, session and room are rights per peer, set in the config; without one it is `unauthorized`.',
  'p2p.membership.deny-list': 'A peer on the deny list is refused though it holds the key.',

  // packages/p2p: wire
  'p2p.wire.generated': 'The codec is generated from proto/hoplite/v1, and drift fails the check.',
  'p2p.wire.round-trip': 'Every message decodes to what was encoded.',
  'p2p.wire.frame-limit': 'A frame over 1 MiB is refused by its length prefix, before anything is allocated.',
  'p2p.wire.fuzz': 'Fuzzed and truncated frames are refused: no crash, no leak.',
  'p2p.wire.received-bytes':
    'Signatures are checked over the bytes received, and unknown fields survive being passed on.',
  'p2p.wire.corpus': 'Recorded messages of every earlier version can still be read.',

  // packages/p2p: lineage
  'p2p.lineage.max-hop-depth': 'MAX_HOP_DEPTH is 4 and exported once, by packages/p2p.',
  'p2p.lineage.derived': 'Depth, peer chain and origin are read off the links; there is no field that could disagree.',
  'p2p.lineage.extend-grows': 'Only `extend` makes an outbound lineage; it adds one signed link.',
  'p2p.lineage.empty-id-throws': '`extend` throws on an empty local peer ID.',
  'p2p.lineage.signatures': 'Every link is signed with Ed25519 over job, previous signature and all its fields.',
  'p2p.lineage.addressed':
    'Each `to` is the next `from`, the last `from` the remote peer, the last `to` this peer or its topic.',
  'p2p.lineage.credit-never-grows': 'Credit that grows along the chain is refused.',
  'p2p.lineage.fresh': 'An expired lineage is refused; 60 s of clock skew are allowed.',
  'p2p.lineage.x01-foreign-origin': 'A root signed by someone else than its origin is refused (X01).',
  'p2p.lineage.x02-cut-link': 'A chain with a link cut out is refused (X02).',
  'p2p.lineage.x03-widened': 'A chain whose credit or maxDepth was widened is refused (X03).',
  'p2p.lineage.x04-replayed': 'A link replayed to another target or room is refused (X04).',

  'p2p.lineage.witness':
    'Whoever freezes a job shows a lineage by which the job reached it, which is verified in full.',
  'p2p.wire.brief-hash':
    'A brief is hashed as RFC 8785 canonical JSON of {to, brief}: spaces and key order make no new brief.',

  // packages/p2p: channels
  'p2p.channels.one-stream-per-peer': 'Task and session each use one long-lived stream per peer.',
  'p2p.channels.many-in-flight': 'Many requests are in flight on one stream, and their answers come in any order.',
  'p2p.channels.backpressure': 'A slow reader slows the sender down; memory does not grow.',
  'p2p.channels.reopened': 'After a drop the stream is reopened and nothing in flight is lost.',
  'p2p.channels.rooms-gossipsub': 'Room posts go over gossipsub topics to every member.',
  'p2p.channels.history': 'A member can be asked for earlier posts of a room: bounded, as they were signed.',
  'p2p.notices.signed':
    'A notice is bounded, and signed by its author under a domain of its own; a forged one goes nowhere.',
  'p2p.notices.gossiped': 'A notice reaches every member, also those that gossip has no stream to.',
  'p2p.channels.task-progress': 'A task is accepted at once, then reports progress, then gives its result.',
  'p2p.channels.cancel': 'Either side can cancel a request.',
  'p2p.channels.early-request': 'A request 1 ms after listening starts is answered or refused, never lost (V09).',
  'p2p.mesh.compliance': 'The libp2p mesh passes the compliance suite that defines the Mesh port.',

  // packages/tools
  'tools.one-file-each': 'The eleven tools exist, each with a zod schema and a description.',
  'tools.no-causal-arguments': 'No tool takes a depth, chain, credit, role or job argument.',
  'tools.typed-results': 'A tool answers with a typed result or a typed refusal.',
  'tools.address.forms': 'A peer is addressed by ID, unique name or unique ID prefix.',
  'tools.address.candidates': 'An unknown or ambiguous name is answered with the candidates.',
  'tools.wait.in-reply-to': 'A waiter is matched by `in_reply_to`.',
  'tools.wait.registered-first': 'A waiter is registered before the message leaves.',
  'tools.wait.late-answer': 'A late answer is filed under its own question, and the next wait works (V14).',
  'tools.rooms.nobody-listens':
    'Posting where nobody listens, or over the size limit, is an error the caller sees (V02).',
  'tools.rooms.history': 'A room can be joined, left, listed, read and searched.',

  // packages/node
  'node.sdk.create-node': '`createNode(config)` runs a node from a program; bad config names the wrong key.',
  'node.ports.compliance': 'Each implementation of Clock, Ids, Store and Agent passes its port’s compliance suite.',
  'node.brakes.order': 'The brakes are one ordered list that both directions use.',
  'node.brakes.before-agent': 'All brakes run before the concurrency permit and before the agent.',
  'node.brakes.malformed': 'A message that does not decode or does not verify is refused `malformed`.',
  'node.brakes.unauthorized': 'An author without the right is refused `unauthorized`.',
  'node.brakes.no-local-id':
    'With no local peer ID both sender and receiver fail hard, `no_local_id`, before any chain check.',
  'node.brakes.expired': 'An expired lineage is refused `expired`.',
  'node.brakes.duplicate': 'A repeated message gets the recorded outcome and runs nothing, also after a restart.',
  'node.brakes.duplicate-per-author':
    'The same message id from two authors is two messages, each with its own answer (V06).',
  'node.brakes.terminal': 'A terminal act wakes nobody: it reaches its waiter or is stored.',
  'node.brakes.halted': 'A message of a halted job is refused `halted`.',
  'node.brakes.frozen': 'An obliging message of a frozen job is refused `frozen`, on every peer that the job reached.',
  'node.brakes.ping-pong':
    'The same brief to the same peer in one job is refused `cannot: ping-pong`, path unchanged, at sender and receiver.',
  'node.brakes.illegal-edge': 'What the policy graph does not allow is refused `illegal_edge`, at both ends.',
  'node.brakes.rate-limited':
    'Too much from one peer, or of one origin, is refused `rate_limited`, saying when to try again (X07).',
  'node.brakes.breaker': 'The circuit breaker’s hook refuses `breaker`.',
  'node.brakes.metrics': 'Metrics count every brake by its exact string.',
  'node.brakes.max-hops':
    'A message at depth maxDepth is refused `max_hops` on every channel; sender and receiver agree.',
  'node.brakes.cycle': 'A task to a peer already on the chain is refused `cannot: cycle`, across channels too (V05).',
  'node.brakes.clarification':
    'A session message back to a peer on the chain is allowed, and costs a hop and a credit.',
  'node.brakes.max-turns': 'With no credit left and none outstanding a send is refused `max_turns`.',
  'node.brakes.busy': 'A full queue refuses `busy`; nothing accepted is dropped.',
  'node.lineage.nine-pairs': 'Depth and credit carry across each of the nine ordered pairs of channels.',
  'node.lineage.chain-kept': 'The chain of peers is kept when a job changes channels.',
  'node.lineage.reply-counts': 'Consuming a session reply deepens the next message to that peer.',
  'node.lineage.fresh-per-operator':
    'Ten operator turns in a row with one peer all work: a root turn starts a fresh job (V15).',
  'node.credit.bound': 'A job causes no more turns than its credit, whatever the agents do.',
  'node.credit.settlement':
    'Unspent credit comes back and can be spent again; settled, the job is known to be finished.',
  'node.credit.conserved': 'Over random job trees with loss, duplicates and crashes, no credit is made or lost unseen.',
  'node.credit.written-off': 'Unspent credit of a lost branch is written off at expiry, and never minted again.',
  'node.credit.job-done': '`job.done` is told exactly when all credit is accounted for, and says if a brake fired.',
  'node.credit.double-spend': 'Credit that a peer spends twice is detected, and the two signed links are kept (X05).',
  'node.credit.overclaimed': 'More credit returned than granted is cut off, charged and kept as evidence (X06).',
  'node.turns.permit-released': 'A turn that waits releases its concurrency permit.',
  'node.turns.one-answer': 'Every accepted obliging message ends in exactly one terminal answer.',
  'node.turns.one-reply': 'Messages `user` and `assistant` between two peers produce exactly one reply, over real TCP.',
  'node.turns.crash-does-not-mute':
    'An agent that crashes in a turn does not mute the peer; the next message is handled (V07).',
  'node.turns.requester-gone': 'When the requester goes away, the remote turn and its children are cancelled (V08).',
  'node.refusals.typed': 'A refusal is typed, reaches the sender’s runtime and the job record, and wakes nobody.',
  'node.refusals.repeated':
    'The same attempt after a terminal refusal is answered locally; the third ends the turn (S30).',
  'node.refusals.one-notice': 'A refusal is told once per peer, reason and job.',
  'node.delivery.kill-9':
    'Over 200 seeded kills of real processes no accepted message is lost, none handled twice, credit conserved.',
  'node.delivery.resumed': 'A job whose origin was killed goes on after the restart, and ends with what was answered.',
  'node.delivery.quarantine': 'A message that crashed the node three times is not tried again, and a person is told.',
  'node.delivery.orphans': 'What an interrupted turn had asked of others is cancelled.',
  'node.delivery.settled-later': 'A settlement whose asker was away reaches it when it is back.',
  'node.delivery.dedupe-window': 'A message ID is remembered for as long as a copy could be taken for fresh.',
  'node.delivery.altered': 'A known ID with another body is an alarm, and kept as evidence.',
  'node.store.bounded':
    'The database does not grow without limit: history goes first, then messages are refused `busy`.',
  'node.escalation.one-per-stop':
    'A stop makes one item in the inbox of the origin, with reason, path, hash and payload.',
  'node.escalation.only-a-person': 'Nothing but a person’s answer, release or stop moves a frozen job.',
  'node.escalation.answer': 'A person’s answer becomes the result of the job.',
  'node.escalation.release': 'A released job runs again in its next epoch, with the credit that the person gave.',
  'node.escalation.stop': 'A job that a person stops is halted everywhere.',
  'node.escalation.supervisors': 'Supervisors are told by a notice, also when they come later.',
  'node.escalation.replan': 'A result that returns to the supervisor may be followed by another worker.',
  'node.halt.scopes': 'A job, a peer’s agent or everything can be halted and resumed.',
  'node.halt.rights': 'A halt by who has no right to it is not obeyed (X08).',
  'node.halt.beats-queue': 'A halt ends running turns and beats any queue; mail to a halted agent bounces.',
  'node.halt.durable': 'Frozen and halted survive restarts, and reach peers that were away.',
  'node.self-test':
    'At start the node sends itself forged messages through its way in, and does not start if one passes.',
  'node.rooms.backfill':
    'Late joiners get what was said before from those who are there: bounded, signed originals, waking nobody.',
  'node.rooms.exactly-once':
    'Five posts in 10 s reach three peers exactly once, and so do two equal posts of two peers (V01).',
  'node.store.outcomes': 'Messages, outcomes, sessions, rooms, posts and jobs are durable in SQLite (WAL).',

  // packages/node: the builtin agent
  'node.builtin.structured-or-text': 'The builtin agent takes a structured brief or plain text matched to a skill.',
  'node.builtin.basic-skills': '`echo`, `host.report` and `text.stats` answer.',
  'node.builtin.files-confined':
    '`files.search` and `files.read` stay inside the configured root: no `..`, no link leads out.',
  'node.builtin.relay': '`relay` hands a brief hop by hop along named peers and channels, and the answer travels back.',
  'node.builtin.fanout': '`fanout` delegates to each peer n times and lists answers and refusals.',
  'node.builtin.unknown-skill': 'An unknown skill is refused with the list of known ones.',

  // packages/node: the command line
  'node.cli.json':
    'Every command has `--json` and `--dir`; `hoplite up --json` prints one event a line, `ready` first.',
  'node.cli.exit-codes':
    'Exit codes: 0 done, 1 stopped, refused or failed with the reason on stderr, 2 wrong usage or config.',
  'node.cli.up-ports': '`up` takes `--listen`, `--http` and `--peer`; port 0 means any.',
  'node.cli.peers-jobs': '`peers` and `jobs` show the peers known and the jobs recorded.',
  'node.cli.delegate-object':
    '`delegate --json` prints one object: job, state, reason, path, depth, turns, credit, result.',
  'node.cli.delegate-progress': '`delegate` shows live progress on a terminal.',
  'node.cli.delegate-self': 'Delegating to one’s own name runs the local agent as the root turn, at depth 0.',
  'node.cli.send-room': '`send` and `room join|leave|post|read|list` work from the command line.',
  'node.cli.jobs-tree': '`jobs ID` shows the tree of a job, with path, acts, credit and reasons.',
  'node.cli.explain': '`explain ID` says of any message, job or item which brake fired, what it saw, and what to do.',
  'node.cli.inbox': '`inbox` lists, shows, answers, releases and stops.',
  'node.cli.halt': '`halt` and `resume` take a job, a peer or everything.',
  'node.cli.watch': '`--watch` shows changes as they happen.',
  'node.api.events': 'GET /events streams what the node tells; GET /metrics counts it.',
  'node.cli.invite-join': '`init`, `invite` and `join` make a LAN in three commands; `trust` sets a peer’s rights.',
  'node.cli.doctor': '`doctor` checks key, ports, clock, multicast and peers, and says how to mend what fails.',
  'node.cli.token':
    'The CLI talks to its node over loopback HTTP with a token from a 0600 file; without it nobody does.',
  'node.lan.namespaces': 'In a LAN of network namespaces three nodes meet by mDNS; one is cut off and comes back.',

  // packages/harness: the simulator
  'harness.sim.ports-comply': 'The simulated mesh, clock, ids and store pass the compliance suites of the real ports.',
  'harness.sim.same-code': 'The simulator runs the node of production; only its ports are others.',
  'harness.sim.virtual-time': 'Time is virtual: an hour of a quiet network takes milliseconds.',
  'harness.sim.deterministic': 'The same seed gives the same trace, byte for byte.',
  'harness.sim.fault-loss': 'The simulator loses messages.',
  'harness.sim.fault-duplication': 'The simulator delivers messages twice.',
  'harness.sim.fault-reordering': 'The simulator lets messages overtake each other.',
  'harness.sim.fault-delay': 'The simulator delays messages.',
  'harness.sim.fault-partition': 'The simulator parts the network and heals it.',
  'harness.sim.fault-crash': 'The simulator crashes a node and starts it again on the same disk.',
  'harness.sim.fault-skew': 'The simulator sets clocks ahead and back.',
  'harness.sim.fault-slow': 'The simulator has slow peers.',
  'harness.sim.fault-forge': 'The simulator has a dishonest peer that forges.',
  'harness.sim.large-world':
    'A random world of 200 peers and 10,000 messages runs in the simulator, in bounded memory.',

  // packages/harness: scenarios
  'harness.scenario.schema': 'A scenario is a JSON file, a few lines for a simple one, with a published JSON Schema.',
  'harness.scenario.bad-file': 'A scenario file that is wrong is refused with the place and what was meant.',
  'harness.scenario.corpus':
    'Every entry of the corpus is one JSON file with its source, the legitimate ones included.',
  'harness.scenario.both-worlds': 'The same scenario files run in the simulator and over real nodes.',
  'harness.scenario.invariants-each-step': 'The invariants I1 to I11 are checked after every step of every scenario.',
  'harness.scenario.adversaries':
    'There is an agent for each kind of misbehaviour, and none of them gets past the brakes.',
  'harness.scenario.random': 'Random worlds are made from a seed, and a failing one is reproduced by it.',
  'harness.scenario.shrinks': 'A failing run is shrunk to a minimal one, which is printed as a scenario file.',

  // packages/harness: the explorer
  'harness.explorer.same-decisions':
    'The explorer drives the brakes, lineage and credit of production; only signatures are a checked stand-in.',
  'harness.explorer.exhaustive':
    'The explorer visits every interleaving and every choice of small worlds, and says how many states there were.',
  'harness.explorer.reduction': 'State hashing and symmetry leave out only what is the same.',
  'harness.explorer.counterexample': 'A bound that does not hold is shown by a shortest counterexample.',
  'harness.explorer.walks': 'Larger worlds are walked at random, reproducibly.',
  'harness.explorer.planted-off-by-one': 'The explorer finds a depth check that is off by one.',
  'harness.explorer.planted-chain-dropped': 'The explorer finds a chain that is dropped at a switch of channels.',
  'harness.explorer.planted-late-guard': 'The explorer finds a guard that comes after the agent.',
  'harness.explorer.planted-role': 'The explorer finds a role that is not checked.',
  'harness.explorer.planted-room-depth': 'The explorer finds a depth that begins anew in rooms.',
  'harness.explorer.planted-waiter': 'The explorer finds a waiter that matches replies by peer only.',
  'harness.ablation.every-brake':
    'Each brake is switched off in turn; what breaks is found, or the brake is reported as unnoticed.',
  'harness.ablation.table':
    'The table of brakes, what breaks without them and how soon stands in the docs, generated and checked.',

  // packages/harness: faces
  'harness.analyze.corpus': '`hoplite analyze` runs the corpus, or the scenario files that it is given.',
  'harness.analyze.explore': '`hoplite analyze --explore` explores, with bounds that can be given, and shows progress.',
  'harness.analyze.ablate': '`hoplite analyze --ablate` gives the table of the brakes.',
  'harness.analyze.mesh':
    '`hoplite analyze --mesh` says from the configs of a network what it can do, before anything runs.',
  'harness.analyze.log':
    '`hoplite analyze --log` rebuilds jobs from the stores of real nodes and checks the invariants.',
  'harness.analyze.bug-report': '`hoplite analyze --log` classifies what happened and fills the loop bug report.',
  'harness.analyze.outputs': '`--json`, JUnit and exit code 1 on a violation, for programs.',
  'harness.analyze.interrupted': 'Ctrl+C ends an analysis and prints what was found so far.',
  'harness.report.html':
    'A run is one self-contained HTML file: sequence diagram, wait-for graph, tree of the job, state count.',
  'harness.report.escapes': 'What agents say is shown in a report, never run.',
  'harness.matcher': '`expect(run).toTerminateWithin({ turns })` tests agents of other people.',
  'harness.examples': 'The examples of the harness check themselves.',

  // Channels
  'node.channels.checklist': 'The checklist for a new channel is code: each of its questions is asked of each channel.',
  'node.channels.registered':
    'A channel or responder that does not pass the checklist cannot be registered, and the node does not start.',

  'scenarios.corpus': 'Every scenario of the corpus about messages, work and delivery holds, with its invariants.',

  // The main job
  'main-job.delegates': '`npm start` runs three processes that find each other and delegates alpha → beta → gamma.',
  'main-job.room': '`npm start` posts to a room and shows that all three received it.',
  'main-job.cycle': '`npm start` provokes a loop of tasks and shows `cannot: cycle` with the path.',
  'main-job.hops': '`npm start` provokes an endless conversation and shows `max_hops` with the path.',
  'main-job.exit-json': '`npm start -- --exit --json` ends with code 0 and one object as its last line.',
  'main-job.stays-up': 'Without `--exit`, `npm start` stays up and says how to try things by hand.',

  // Watching: stalls, deadlocks, the circuit breaker
  'watch.classify':
    'A stall is a livelock or a deadlock exactly as design.md section 7 says, or nothing is said of it.',
  'watch.canonical': 'Volatile IDs, times and spelling do not make two states different; what they say does.',
  'watch.monitor': 'The origin of a job sees the steps of all its participants in a bounded window.',
  'watch.interventions':
    'A livelock is shown and the job goes on, and is frozen when it recurs; of a deadlock the youngest wait fails; of the rest nothing is done.',
  'watch.waits': 'Every wait of a node is known, and a turn that waits holds no permit.',
  'watch.probes':
    'A wait that closes a circle, on one machine or across several, fails `deadlock` at once and names the path.',
  'watch.forged-probe': 'A forged probe makes no honest wait fail.',
  'watch.serial': 'A serial agent handles one message at a time; a question along its own call is let in.',
  'watch.liveness': 'A peer is suspected for missing signs of life, k of n; a slow agent is not.',
  'breaker.trips': 'Each of the seven trips fires at its threshold with its exact operator.',
  'breaker.order': 'Of several trips that hold the first is the reason.',
  'breaker.ladder': 'The breaker goes one step per beat, both ways, and stops only with hardStop.',
  'breaker.repeats':
    'Repeats and cycles of tool calls are found by canonical arguments and results; polling that changes is none.',
  'breaker.restrictions': 'Constrained, an agent really may do less, and gets it back step by step.',
  'breaker.floor': 'Caps of the whole mesh count what peers say in signed beats, and kill no agent by themselves.',
  'breaker.settings': 'The settings of the breaker are validated, and changed without a restart.',
  'breaker.usage': 'Tokens and cost are kept per job, agent and day.',
  'breaker.durable': 'Level and spend survive a restart.',
  'breaker.told': 'Each change of the breaker is kept, counted, and told to a person once.',

  // Bench and docs
  'bench.ratios': '`npm run bench` shows progress and prints, last, one JSON object of the seven ratios.',
  'docs.readme': 'The README gives the two commands, the LAN in three, every stop reason, security and honest limits.',
  'docs.pages': 'Architecture, wire and the decisions (libp2p names, Node 24, node:sqlite, membership) have a page.',
} as const satisfies Record<string, string>;

export type RequirementId = keyof typeof requirements;

/** Says that the test (or all tests of the file or `describe`) around this call proves these promises. */
export function verifies(...ids: readonly [RequirementId, ...RequirementId[]]): void {
  for (const id of ids) {
    if (!Object.hasOwn(requirements, id)) throw new Error(`no such requirement in test/requirements.ts: ${id}`);
  }
}
