import type { Clock } from '../../ports/clock.ts';
import type { Skill } from './skill.ts';
import { echo } from './skills/echo.ts';
import { fanout } from './skills/fanout.ts';
import { filesRead } from './skills/files-read.ts';
import { filesSearch } from './skills/files-search.ts';
import { hostReport } from './skills/host-report.ts';
import { relay } from './skills/relay.ts';
import { textStats } from './skills/text-stats.ts';

export interface SkillComponents {
  readonly filesRoot?: string;
  readonly clock: Clock;
}

/** Every skill there is. */
export function createSkills(components: SkillComponents): readonly Skill[] {
  return [echo, hostReport, filesSearch(components), filesRead(components), textStats, relay, fanout];
}
