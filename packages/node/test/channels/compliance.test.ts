import { CHANNELS } from '@hoplite/p2p';
import { verifies } from '@hoplite/test/requirements';
import { channelCompliance } from '../../compliance/index.ts';
import { DOORS } from '../../src/channels/doors.ts';

verifies('node.channels.checklist', 'node.ports.compliance');

for (const channel of CHANNELS) {
  channelCompliance(`the ${channel} channel of a node`, DOORS[channel]);
}
