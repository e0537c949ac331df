import type { Config } from '../config/schema.ts';

/** What an operator decides about one peer. */
export type TrustChange =
  | { readonly kind: 'allow'; readonly rights: Config['defaultRights'] }
  | { readonly kind: 'deny' }
  /** As any other member. */
  | { readonly kind: 'reset' };

/** The config with the decision in it; an earlier one about the same peer no longer holds. */
export function withTrust(config: Config, peerId: string, change: TrustChange): Config {
  const deny = config.deny.filter((other) => other !== peerId);
  const rights = Object.fromEntries(Object.entries(config.rights).filter(([other]) => other !== peerId));
  switch (change.kind) {
    case 'allow':
      return { ...config, deny, rights: { ...rights, [peerId]: change.rights } };
    case 'deny':
      return { ...config, deny: [...deny, peerId], rights };
    case 'reset':
      return { ...config, deny, rights };
  }
}
