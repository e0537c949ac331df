import type { Driven, Load } from '../drive.ts';
import type { Measured, Measurement, MeasureOptions } from '../measurement.ts';
import { startPair } from '../pair.ts';
import type { HoplitePeer } from '../peers/hoplite.ts';
import type { RawPeer } from '../peers/raw.ts';
import { interleave, ratio, type Series } from '../rounds.ts';
import { median } from '../statistics.ts';

type Side = 'task' | 'rawStream' | 'streamPerRequest';

const MILLISECONDS = 400;
/** Until the compiler has seen everything often enough, which takes many calls: so with many in flight. */
const WARM_UP: Load = { inFlight: 64, milliseconds: 3_000 };
const QUICK_WARM_UP: Load = { inFlight: 64, milliseconds: 300 };

/** The time of one round trip, one at a time: a delegated echo against echoes on libp2p streams. */
export const taskRoundTrip: Measurement = {
  name: 'task',
  title: 'a delegated echo, against a raw echo on one stream, and on one stream per request',
  async measure(options) {
    const p50 = await measureTasks(1, ({ p50 }) => p50, options);
    return {
      ratios: {
        taskVsRawStream: ratio(p50.task, p50.rawStream),
        taskVsStreamPerRequest: ratio(p50.streamPerRequest, p50.task),
      },
      details: {
        taskMicros: median(p50.task),
        rawStreamMicros: median(p50.rawStream),
        streamPerRequestMicros: median(p50.streamPerRequest),
      },
    };
  },
};

/** Calls per second with 64 of them in flight. */
export const taskThroughput: Measurement = {
  name: 'task64',
  title: 'delegated echoes a second with 64 in flight, against raw ones',
  async measure(options): Promise<Measured> {
    const rate = await measureTasks(64, ({ perSecond }) => perSecond, options);
    return {
      ratios: {
        task64VsRawStream64: ratio(rate.task, rate.rawStream),
        task64VsStreamPerRequest64: ratio(rate.task, rate.streamPerRequest),
      },
      details: {
        task64PerSecond: median(rate.task),
        rawStream64PerSecond: median(rate.rawStream),
        streamPerRequest64PerSecond: median(rate.streamPerRequest),
      },
    };
  },
};

async function measureTasks(
  inFlight: number,
  figure: (driven: Driven) => number,
  { rounds, quick, onRound }: MeasureOptions,
): Promise<Series<Side>> {
  await using raw = await startPair<RawPeer>('raw');
  await using hoplite = await startPair<HoplitePeer>('hoplite');
  const sides = (load: Load): Readonly<Record<Side, () => Promise<number>>> => ({
    task: async () => figure(await hoplite.client.call('task', load)),
    rawStream: async () => figure(await raw.client.call('oneStream', load)),
    streamPerRequest: async () => figure(await raw.client.call('streamPerRequest', load)),
  });
  await interleave(sides(quick ? QUICK_WARM_UP : WARM_UP), 1, () => undefined);
  return await interleave(sides({ inFlight, milliseconds: MILLISECONDS }), rounds, onRound);
}
