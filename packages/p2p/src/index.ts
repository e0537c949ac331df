/**
 * @packageDocumentation
 *
 * Peers and bytes: who a peer is, how peers find and trust each other, and what a message is. The hop budget is here:
 * {@link MAX_HOP_DEPTH} and {@link Lineage}.
 */
export { OBLIGING_ACTS, TERMINAL_ACTS, obliges, roleOf } from './acts.ts';
export type { Act, ObligingAct, Role, TerminalAct } from './acts.ts';
export { CHANNELS, isRoomName, protocolOf, roomOf, roomTopic } from './channel.ts';
export type { Channel } from './channel.ts';
export {
  CLOCK_SKEW_MS,
  CONTROL_TOPIC,
  DEFAULT_CREDIT,
  MAX_CONTENT_BYTES,
  MAX_CREDIT,
  MAX_EPOCH,
  MAX_FRAME_BYTES,
  MAX_HOP_DEPTH,
  MAX_ID_LENGTH,
  MAX_JOB_LIFETIME_MS,
  MAX_NOTICE_BYTES,
} from './constants.ts';
export {
  DataDirectoryLockedError,
  EmptyMessageError,
  IdentityError,
  InvalidAddressError,
  InvalidLinkError,
  InvitationError,
  MalformedMessageError,
  MeshNotRunningError,
  MessageTooLargeError,
  NobodyListeningError,
  NoLocalIdError,
  PeerUnreachableError,
  RequestNotSentError,
} from './errors.ts';
export { openDataDirectory } from './data-directory.ts';
export type { DataDirectory } from './data-directory.ts';
export { generateIdentity, identityFromSeed, loadIdentity } from './identity.ts';
export type { Identity } from './identity.ts';
export { formatInvitation, parseInvitation } from './invitation.ts';
export type { Invitation } from './invitation.ts';
export { createMesh } from './libp2p-mesh.ts';
export { Lineage } from './lineage/lineage.ts';
export type { JobHeader, Link, SignedLink } from './lineage/lineage.ts';
export { isPeerId, signedBytes, verifyEd25519 } from './lineage/signature.ts';
export type { Signer, VerifySignature } from './lineage/signature.ts';
export { isSignedLink, verifyLineage } from './lineage/verify.ts';
export { returnAddress, verifyReply } from './lineage/verify-reply.ts';
export { witnessFault } from './lineage/witness.ts';
export type { WitnessClaims } from './lineage/witness.ts';
export type { LineageClaims, LineageFault } from './lineage/verify.ts';
export { MAX_HISTORY } from './mesh.ts';
export type {
  AgentCard,
  AgentSkill,
  HistoryOptions,
  InboundPost,
  InboundRequest,
  Mesh,
  MeshHandlers,
  MeshPeer,
  OutboundRequest,
  Reply,
} from './mesh.ts';
export type { MeshEvent, MeshObserver } from './mesh-event.ts';
export type { MeshInit, Muxer } from './mesh-init.ts';
export { generateNetworkKey, loadNetworkKey, networkFingerprint, storeNetworkKey } from './network-key.ts';
export { MAX_PROBE_WAITS } from './notice.ts';
export type { HaltScope, Notice, NoticeContent, ProbedWait } from './notice.ts';
export type { ProgressTick } from './progress-tick.ts';
export { REASONS, isReason } from './reasons.ts';
export type { Reason, Refusal } from './reasons.ts';
export { MAX_STOPS, MAX_STOP_PAYLOAD } from './settlement.ts';
export type { Settlement, Stop } from './settlement.ts';
export { DEFAULT_TIMINGS } from './timings.ts';
export type { MeshTimings } from './timings.ts';
export { briefHash, canonicalJson, shortHash } from './wire/brief-hash.ts';
export { composeMessage, decodeEnvelope, encodeEnvelope } from './wire/envelope-codec.ts';
export type { MessageStamp } from './wire/envelope-codec.ts';
export { decodeFrame, encodeFrame } from './wire/frame-codec.ts';
export type { Frame, ProgressNote } from './wire/frame-codec.ts';
export { bodyHash } from './wire/message.ts';
export type { Body, Message, Wake } from './wire/message.ts';
export { composeNotice, decodeNotice, isSignedNotice } from './wire/notice-codec.ts';
export type { NoticeStamp } from './wire/notice-codec.ts';
