import type { Violation } from '../record.ts';
import { violation, type Invariant, type Scene } from './invariant.ts';
import { Circles } from './wait-circles.ts';
import { cycleIn } from './waits.ts';

/** A circle is found, and one of its waits has failed, within one round of detection, and some time for the network. */
const ROUND_MS = 35_000;

/** How often it is looked at who waits, while anybody does, in milliseconds. */
const LOOK_EVERY_MS = 5_000;

/** What a simulated world has: a time that goes by also when nothing happens in it. */
interface Ticking {
  readonly clock?: { after(ms: number, callback: () => void): unknown };
}

/** I6, at any moment. A circle in which agents stand still tells nothing: so time, too, has it looked at. */
export const noCircleLasts: Invariant = {
  id: 'I6',
  says: 'no cycle of waits outlives one detection round',
  when: 'always',
  watch: (scene) => {
    const lasting = new Lasting(scene);
    return () => lasting.news();
  },
};

/** Looks for circles of waits every so often, as long as turns run. */
class Lasting {
  readonly #scene: Scene;
  readonly #circles: Circles;
  readonly #clock: Ticking['clock'];
  /** Since when a turn has waited for another one, by the two and the message. */
  #since = new Map<string, number>();
  #news: Violation[] = [];
  #isTimed = false;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#circles = new Circles(scene);
    this.#clock = (scene.world as Ticking).clock;
  }

  /** Violations that were seen since the last time. */
  news(): readonly Violation[] {
    if (this.#clock === undefined) this.#look();
    else this.#time(this.#clock);
    const news = this.#news;
    this.#news = [];
    return news;
  }

  #time(clock: NonNullable<Ticking['clock']>): void {
    const { history, world } = this.#scene;
    if (this.#isTimed || !world.running.some((name) => history.runningAt(name) > 0)) return;
    this.#isTimed = true;
    clock.after(LOOK_EVERY_MS, () => {
      this.#isTimed = false;
      this.#look();
      this.#time(clock);
    });
  }

  #look(): void {
    const now = this.#scene.world.now();
    const since = new Map<string, number>();
    const lasting = new Map<string, Set<string>>();
    for (const { key, from, to } of this.#circles.edges()) {
      const begun = this.#since.get(key) ?? now;
      since.set(key, begun);
      if (now - begun > ROUND_MS) lasting.set(from, (lasting.get(from) ?? new Set()).add(to));
    }
    this.#since = since;
    const cycle = cycleIn(lasting);
    if (cycle === undefined) return;
    const detail = `these have waited for each other for more than ${ROUND_MS / 1000} s: ${cycle.join(' → ')}`;
    this.#news.push(violation('I6', detail, { at: now }));
  }
}
