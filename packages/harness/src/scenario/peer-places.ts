/** Parts of a path below which texts are data, patterns or what agents do. */
const DATA = ['expect', 'where', 'when', 'brief', 'input', 'value', 'agents', 'each', 'with', 'set'];

/** Keys of steps whose text is the name of who acts, or where. */
const ACTORS = new Set(['from', 'at', 'by']);

/** Steps that are told whom they end or start again. */
const ENDED = new Set(['stop', 'crash', 'restart']);

const IN_FAULTS = new Set(['peer', 'between', 'groups']);

/**
 * Whether a text at this place must be the name of a peer or a stranger. Whom messages are for is free: that nobody has that
 * name is worth a scenario.
 */
export function mustNamePeer(path: readonly PropertyKey[]): boolean {
  const keys = path.filter((part) => typeof part !== 'number').map(String);
  const [last = '', before] = [keys.at(-1), keys.at(-2)];
  switch (path[0]) {
    case 'faults':
      return keys.length === 2 && IN_FAULTS.has(last);
    case 'rooms':
      return path.length === 3;
    case 'expect':
      return before === 'stops' && last === 'at';
    case 'steps': {
      if (keys.some((key) => DATA.includes(key))) return false;
      if (before === 'fault') return IN_FAULTS.has(last);
      if (ACTORS.has(last)) return true;
      if (keys.includes('script')) return false;
      return (ENDED.has(last) && before !== 'inbox') || (last === 'name' && before === 'restart');
    }
    default:
      return false;
  }
}

/** Whether the last key of this path must be the name of a peer or a stranger. */
export function mustBePeer(path: readonly PropertyKey[]): boolean {
  if (path[0] === 'agents') return path.length === 2;
  if (path[0] === 'expect') return path.length === 3 && ['handled', 'escalations', 'jobs'].includes(String(path[1]));
  return path[0] === 'steps' && path.at(-2) === 'script' && !path.some((part) => DATA.includes(String(part)));
}
