import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** The hosts' network. Nobody else is on it: the switch is in a namespace of its own, too. */
const SUBNET = '10.77.0';

/** Why no LAN can be made here, for whoever wonders about skipped tests; undefined when one can. */
export function noLanBecause(): string | undefined {
  if (process.getuid?.() !== 0) {
    return 'network namespaces can be made by root only: run the tests as root';
  }
  const { error } = spawnSync('ip', ['-Version']);
  return error === undefined ? undefined : 'there is no command "ip": install iproute2';
}

/**
 * Hosts on a switch, made of Linux network namespaces (`man 8 ip-netns`): each has one cable, of a pair of virtual
 * Ethernet devices, one end `eth0` at the host, the other end a port of the switch.
 */
export class Lan implements AsyncDisposable {
  /** Also the beginning of every namespace's name, so that runs at the same time do not collide. */
  readonly #id = `hop-${randomBytes(4).toString('hex')}`;
  readonly #hosts: readonly string[];

  private constructor(hosts: readonly string[]) {
    this.#hosts = hosts;
  }

  /** Builds it. What a failure half-way leaves is taken down. */
  static async create(hosts: readonly string[]): Promise<Lan> {
    const lan = new Lan(hosts);
    try {
      await lan.#build();
      return lan;
    } catch (error) {
      await lan[Symbol.asyncDispose]();
      throw error;
    }
  }

  address(host: string): string {
    return `${SUBNET}.${this.#hosts.indexOf(host) + 1}`;
  }

  /** A command as it has to be called to run on a host. It keeps its process ID and open files. */
  on(host: string, command: readonly string[]): readonly [string, readonly string[]] {
    return ['ip', ['netns', 'exec', this.#namespace(host), ...command]];
  }

  /** Pulls a host's cable out of the switch: the host sees no carrier, the others see nothing. */
  async cut(host: string): Promise<void> {
    await this.#ip('switch', `link set ${host} down`);
  }

  /** Plugs it in again. */
  async mend(host: string): Promise<void> {
    await this.#ip('switch', `link set ${host} up`);
  }

  /**
   * Makes a host's cable a bad line both ways, 80 ms and every twentieth packet lost. Kernels without netem get a slow
   * line (128 kbit/s, so that packets queue for about as long) that loses as many.
   *
   * @returns what was made of it
   */
  async spoil(host: string): Promise<'netem' | 'slow and lossy'> {
    const ends = [
      { namespace: host, device: 'eth0' },
      { namespace: 'switch', device: host },
    ];
    const isNetem = await this.#tc(host, 'qdisc add dev eth0 root netem').then(
      () => true,
      () => false,
    );
    for (const { namespace, device } of ends) {
      for (const command of isNetem ? netem(device) : slowAndLossy(device)) {
        await this.#tc(namespace, command);
      }
    }
    return isNetem ? 'netem' : 'slow and lossy';
  }

  async unspoil(host: string): Promise<void> {
    await this.#tc(host, 'qdisc del dev eth0 root');
    await this.#tc('switch', `qdisc del dev ${host} root`);
  }

  /** Deleting the namespaces deletes everything in them. What is not there (any more) is no matter. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of ['switch', ...this.#hosts]) {
      await exec('ip', ['netns', 'del', this.#namespace(name)]).catch(() => undefined);
    }
  }

  async #build(): Promise<void> {
    await exec('ip', ['netns', 'add', this.#namespace('switch')]);
    // No snooping: who has joined which multicast group is not the switch's business.
    await this.#ip('switch', 'link add name br0 type bridge mcast_snooping 0');
    await this.#ip('switch', 'link set br0 up');
    for (const host of this.#hosts) {
      await exec('ip', ['netns', 'add', this.#namespace(host)]);
      await this.#ip('switch', `link add name ${host} type veth peer name eth0 netns ${this.#namespace(host)}`);
      await this.#ip('switch', `link set ${host} master br0 up`);
      await this.#ip(host, 'link set lo up');
      await this.#ip(host, `addr add ${this.address(host)}/24 dev eth0`);
      await this.#ip(host, 'link set eth0 up');
      // Multicast goes where the default route points.
      await this.#ip(host, 'route add default dev eth0');
    }
  }

  #namespace(name: string): string {
    return `${this.#id}-${name}`;
  }

  async #ip(name: string, command: string): Promise<void> {
    await exec('ip', ['-n', this.#namespace(name), ...words(command)]);
  }

  async #tc(name: string, command: string): Promise<void> {
    await exec('tc', ['-n', this.#namespace(name), ...words(command)]);
  }
}

function netem(device: string): readonly string[] {
  return [`qdisc replace dev ${device} root netem delay 80ms loss 5%`];
}

/**
 * Two classes: one for what passes, slowly, one for what is lost, with a queue that takes nothing. Which packets are
 * lost is for a filter in classic BPF to say: load a random number (the ancillary word 56 of
 * https://docs.kernel.org/networking/filter.html), and match if it is in the top twentieth.
 */
function slowAndLossy(device: string): readonly string[] {
  const lossy = "'4,32 0 0 4294963256,37 0 1 4080218930,6 0 0 4294967295,6 0 0 0'";
  return [
    `qdisc replace dev ${device} root handle 1: htb default 10`,
    `class add dev ${device} parent 1: classid 1:10 htb rate 1gbit quantum 1514`,
    `class add dev ${device} parent 1: classid 1:20 htb rate 8bit quantum 1514`,
    `qdisc add dev ${device} parent 1:10 tbf rate 128kbit burst 1600 latency 2s`,
    `qdisc add dev ${device} parent 1:20 pfifo limit 0`,
    `filter add dev ${device} parent 1: protocol all prio 1 bpf bytecode ${lossy} flowid 1:20`,
  ];
}

/** A command's words; those between quotation marks are one. */
function words(command: string): readonly string[] {
  return [...command.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
}
