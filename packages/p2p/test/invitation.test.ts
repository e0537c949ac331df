import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatInvitation,
  generateIdentity,
  generateNetworkKey,
  InvitationError,
  parseInvitation,
  type Invitation,
} from '../src/index.ts';

const invitation: Invitation = {
  networkKey: generateNetworkKey(),
  peerId: generateIdentity().peerId,
  name: 'alpha',
  addresses: ['/ip4/192.168.1.20/tcp/4001', '/ip6/fd00::1/tcp/4001'],
};
const text = formatInvitation(invitation);

describe('an invitation', () => {
  test('is one printable word, and says what was put in', () => {
    expect(text).toMatch(/^hoplite1:[\w-]+$/);
    expect(parseInvitation(text)).toEqual(invitation);
  });

  test('may be broken into lines on its way', () => {
    const broken = ` ${text.slice(0, 40)}\r\n  ${text.slice(40, 90)}\n${text.slice(90)}\n`;
    expect(parseInvitation(broken)).toEqual(invitation);
  });

  test.each([
    ['something else', 'hello', /begins with "hoplite1:"/],
    ['nothing', '', /begins with "hoplite1:"/],
    ['a later version', text.replace('hoplite1', 'hoplite2'), /later version/],
    ['a part of one', text.slice(0, -3), /damaged/],
    ['one with a typing error', text.slice(0, 50) + (text[50] === 'A' ? 'B' : 'A') + text.slice(51), /damaged/],
    ['far too much', text + 'A'.repeat(10_000), /too long/],
  ])('is refused with a reason when it is %s', (_, wrong, reason) => {
    expect(() => parseInvitation(wrong)).toThrow(reason);
    expect(() => parseInvitation(wrong)).toThrow(InvitationError);
  });

  test.each([
    ['no key', { networkKey: new Uint8Array(3) }, /no network key/],
    ['nobody who invites', { peerId: 'alpha' }, /which peer invites/],
    ['an address that is none', { addresses: ['localhost:4001'] }, /no usable addresses/],
  ])('is refused when it names %s', (_, change, reason) => {
    expect(() => parseInvitation(formatInvitation({ ...invitation, ...change }))).toThrow(reason);
  });

  test('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String().map((rest) => `hoplite1:${rest}`),
        ),
        (wild) => {
          expect(() => parseInvitation(wild)).toThrow(InvitationError);
        },
      ),
    );
  });
});
