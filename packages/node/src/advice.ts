import type { Reason } from '@hoplite/p2p';

/** What a person can do about a reason, one sentence each; docs/stop-reasons.md says more. */
const ADVICE: Readonly<Record<Reason, string>> = {
  malformed: 'Compare the versions and the clocks of the two peers: the sentence names the field that is wrong.',
  unauthorized:
    'On the peer that refused, allow it with "hoplite trust PEER --allow task,session,room", and restart that node.',
  no_local_id: 'This cannot happen while the key is on disk: run "hoplite doctor" there, and report it.',
  expired:
    'Check the clocks with "hoplite doctor"; if they agree, begin the job anew with a longer "--timeout SECONDS".',
  duplicate:
    'Send it as a new message: an ID is used only once, and the log of the peer that refused says what it saw.',
  terminal: 'Do nothing: an act that ends is not answered, and this is what keeps thanks from being thanked for.',
  halted: 'See who halted it, and why, with "hoplite halt --list"; "hoplite resume" lets it go on.',
  frozen:
    'Decide about it in "hoplite inbox" on the peer where the job began: until then nothing of it is sent or accepted.',
  max_hops:
    'Ask for a plan with shorter chains: a peer gives its part back to the one that asked, which can ask the next.',
  'cannot: ping-pong':
    'Say something that differs, or ask another peer: this brief was given to this peer in this job already.',
  'cannot: cycle':
    'Have the peer answer instead of asking back: the task would have reached a peer that waits for it further up.',
  illegal_edge:
    'Ask by way of a peer that may address this one, or allow the edge in the policy of the config of the peer that refused.',
  max_turns: 'See what spent the credit with "hoplite jobs ID"; if it was worth it, grant more with "--credit TURNS".',
  rate_limited:
    'Wait until the refusal says, and send less at once; the limits are in the config of the refusing peer.',
  breaker:
    "See what the peer's agent was doing before you ask it again: the circuit breaker lets it back as it calms down.",
  busy: 'Try again later, and send less at once: a queue was full, and nothing was accepted.',
  deadline: 'Look at what the peer does with such work, then begin the job anew with a longer "--timeout SECONDS".',
  agent_error: 'Read the sentence, and hoplite.log on the peer that answered: its agent failed.',
  agent_refused: 'Change the brief as the sentence says: the agent understood it and said no.',
  interrupted: 'Begin the job anew if running it twice does no harm: a node stopped in the middle of it.',
  cancelled: 'Begin the job anew if it is still wanted: whoever asked took it back, or was away for too long.',
  deadlock: 'Break the circle of waits: have one of the peers on the path answer with what it has.',
  livelock:
    'Look at the circle in "hoplite inbox" where the job began: give it a brief that breaks it, or stop it there.',
  unknown_peer: 'Check the name with "hoplite peers", and the connection with "hoplite doctor".',
  ambiguous_peer: 'Give the peer ID instead of the name: the sentence lists those that could be meant.',
  unreachable: 'Check that the peer is up and in the same network, with "hoplite doctor" on both, and try again.',
  nobody_listening: 'Wait until another peer is in the room ("hoplite room list" counts them), and post again.',
  not_in_room: 'Join first, with "hoplite room join ROOM" on the peer that is not in the room.',
  too_large: 'Send less, or a reference to it: a message carries at most 983,040 bytes of text.',
};

/** What a person can do when something was refused, or not carried out, for this reason. */
export function advice(reason: Reason): string {
  return ADVICE[reason];
}
