import type { Fault } from '../../world/fault.ts';

/** A fault as a sentence. */
export function sentenceOf(fault: Fault): string {
  switch (fault.kind) {
    case 'partition': {
      const groups = fault.groups.map((group) => group.join(', ')).join(' | ');
      return groups === '' ? 'the network falls apart: nobody reaches anybody' : `the network falls apart: ${groups}`;
    }
    case 'heal':
      return 'the network is whole again';
    case 'lose':
      return `${percent(fault.share)} of what is sent${between(fault)} is lost`;
    case 'duplicate':
      return `${percent(fault.share)} of what is sent${between(fault)} arrives twice`;
    case 'reorder':
      return `${percent(fault.share)} of what is sent${between(fault)} is overtaken`;
    case 'delay':
      return `what is sent${between(fault)} takes ${fault.ms.join(' to ')} ms`;
    case 'slow':
      return `${fault.peer} is slow by ${fault.ms} ms`;
    case 'skew':
      return `the clock of ${fault.peer} is ${Math.abs(fault.ms)} ms ${fault.ms < 0 ? 'behind' : 'ahead'}`;
  }
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

function between({ between = [] }: { readonly between?: readonly string[] }): string {
  return between.length === 0 ? '' : ` between ${between.join(', ')}`;
}
