import type { JsonValue } from '@hoplite/tools';
import { ScenarioStepError } from '../errors.ts';
import { LIMITS } from './limits.ts';
import { isPlain } from './plain.ts';
import { pathOf } from './selecting.ts';

/** What names mean outside of a scope. */
export interface Surroundings {
  /** The peer ID of a name. */
  peerIdOf(name: string): string;
  /** A number that no other text of this run has. */
  next(): number;
}

/** `{n}`, `{name.path}`, or `{{…}}` for what is to stay. */
const PLACES = /\{\{([\w.-]+)\}\}|\{([A-Za-z_][\w-]*(?:\.[\w-]+)*)\}/g;

/** What names stand for at one place of a scenario: what was bound there, or around it. */
export class Scope {
  readonly #around: Scope | undefined;
  readonly #surroundings: Surroundings;
  readonly #values: Map<string, unknown>;

  constructor(surroundings: Surroundings, around?: Scope, values: Readonly<Record<string, unknown>> = {}) {
    this.#surroundings = surroundings;
    this.#around = around;
    this.#values = new Map(Object.entries(values));
  }

  /** A scope inside this one. What is bound there is not known here. */
  inner(values: Readonly<Record<string, unknown>> = {}): Scope {
    return new Scope(this.#surroundings, this, values);
  }

  bind(name: string | undefined, value: unknown): void {
    if (name !== undefined) this.#values.set(name, value);
  }

  /** @throws {ScenarioStepError} when nothing has that name */
  value(path: string): unknown {
    const [name = '', ...rest] = path.split('.');
    const bound = this.#find(name);
    if (bound === undefined) throw new ScenarioStepError(`nothing is bound to "${name}" here`);
    return rest.length === 0 ? bound.value : pathOf(bound.value, rest.join('.'));
  }

  /** What a JSON value of a scenario stands for. */
  json(value: JsonValue): JsonValue {
    return this.#resolve(value) as JsonValue;
  }

  /** @throws {ScenarioStepError} when it stands for something else than a text */
  text(value: JsonValue): string {
    const resolved = this.json(value);
    if (typeof resolved === 'string') return resolved;
    throw new ScenarioStepError(`${JSON.stringify(value)} is ${JSON.stringify(resolved)}, which is no text`);
  }

  /** A name or an ID: `$name` and `{…}` stand for what was bound; `@` stays. */
  word(value: string): string {
    const found = value.startsWith('$') ? this.value(value.slice(1)) : this.#fill(value);
    if (typeof found === 'string') return found;
    throw new ScenarioStepError(`${value} is no name`);
  }

  words(value: string | readonly string[]): readonly string[] {
    if (typeof value !== 'string') return value.map((each) => this.word(each));
    if (!value.startsWith('$')) return [this.word(value)];
    const found = this.value(value.slice(1));
    return Array.isArray(found) ? found.map(String) : [this.word(value)];
  }

  /** @throws {ScenarioStepError} when it stands for something else than a number */
  number(value: number | string): number {
    const found = typeof value === 'string' ? this.value(value.slice(1)) : value;
    if (typeof found === 'number') return found;
    throw new ScenarioStepError(`${value} is ${JSON.stringify(found)}, which is no number`);
  }

  #find(name: string): { readonly value: unknown } | undefined {
    if (this.#values.has(name)) return { value: this.#values.get(name) };
    return this.#around === undefined ? undefined : this.#around.#find(name);
  }

  #resolve(value: JsonValue): unknown {
    if (typeof value === 'string') return this.#string(value);
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.#resolve(item));
    if (!isPlain(value)) return value;
    if ('$text' in value) return this.#long(value);
    if ('$sum' in value) return this.#sum(value['$sum']);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#resolve(item)]));
  }

  #string(text: string): unknown {
    if (text.startsWith('$$') || text.startsWith('@@')) return this.#fill(text.slice(1));
    if (/^\$[A-Za-z_][\w-]*(\.[\w-]+)*$/.test(text)) return this.value(text.slice(1));
    if (/^@[a-z0-9][a-z0-9-]*$/.test(text)) return this.#surroundings.peerIdOf(text.slice(1));
    return this.#fill(text);
  }

  #fill(text: string): string {
    return text.replace(PLACES, (_, kept: string | undefined, path = '') => {
      if (kept !== undefined) return `{${kept}}`;
      if (path === 'n' && this.#find('n') === undefined) return String(this.#surroundings.next());
      const found = this.value(String(path));
      return typeof found === 'string' ? found : JSON.stringify(found);
    });
  }

  #long(value: { readonly [key: string]: JsonValue }): string {
    const unit = this.text(value['$text'] ?? '');
    const times = this.number((value['times'] ?? 1) as number | string);
    if (times < 0 || unit.length * times > LIMITS.madeText) {
      throw new ScenarioStepError(`a text of ${unit.length} times ${times} characters is too long`);
    }
    return unit.repeat(times);
  }

  #sum(terms: JsonValue | undefined): number {
    const items: readonly JsonValue[] = Array.isArray(terms) ? (terms as readonly JsonValue[]) : [];
    return items.reduce<number>((total, term) => total + this.number(term as number | string), 0);
  }
}
