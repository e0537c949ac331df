/** Every ID of the scenario corpus, and where it is. */
export const CORPUS_IDS: Readonly<Record<string, 'here' | Later>> = {
  ...here('S01 S02 S03 S08 S11 S13 S16 S17 S18 S24 S26 S28 S30 S31 S35 S36 S38 S39 S40 S41 S42 S45'),
  ...here('S54 S56 S57 S59 S61 S64 S66 S73 S77 S78 S84 S87 S89'),
  ...here('V01 V02 V03 V04 V05 V06 V07 V08 V09 V10 V11 V12 V13 V14 V15'),
  ...here('X01 X02 X03 X04 X05 X06 X07 X08'),
  // Matching of replies, and the call back inside an open call, are here; the cycles of waits come with their detection.
  ...here('S47 S50'),
  S46: { issue: 5, why: 'two that wait for each other: waits-for detection' },
  S51: { issue: 5, why: 'three that wait for each other: waits-for detection' },
  S10: { issue: 5, why: 'a room-level classifier on the set of speakers' },
  S19: { issue: 5, why: 'a classifier that drops volatile parts before it compares' },
  S90: { issue: 5, why: 'the quality of the classifier' },
};

/** A scenario that needs what a later issue brings. */
interface Later {
  readonly issue: number;
  readonly why: string;
}

function here(ids: string): Readonly<Record<string, 'here'>> {
  return Object.fromEntries(ids.split(' ').map((id) => [id, 'here']));
}
