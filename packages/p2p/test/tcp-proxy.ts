import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** A wire between a dialler and a listener that tests can cut. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target = 0;
  #mode: 'open' | 'cut' | 'frozen' = 'open';

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => this.#join(socket));
  }

  /** Listens on a free port of loopback; leads nowhere yet. */
  static async open(): Promise<TcpProxy> {
    const server = createServer({ noDelay: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server);
  }

  get address(): string {
    return `/ip4/127.0.0.1/tcp/${(this.#server.address() as AddressInfo).port}`;
  }

  /** Leads to a port of loopback from now on. */
  leadTo(port: number): void {
    this.#target = port;
  }

  /** Resets every connection and refuses new ones. */
  cut(): void {
    this.#mode = 'cut';
    this.#sockets.forEach((socket) => socket.resetAndDestroy());
  }

  /** Passes nothing on any more, as when a cable is pulled: both ends keep their connections. */
  freeze(): void {
    this.#mode = 'frozen';
    this.#sockets.forEach((socket) => socket.pause());
  }

  /** Lets new connections through. Frozen ones stay lost: their packets have been given up. */
  restore(): void {
    this.#mode = 'open';
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(near: Socket): void {
    near.on('error', () => undefined);
    if (this.#mode === 'cut') {
      near.resetAndDestroy();
      return;
    }
    this.#keep(near);
    if (this.#mode === 'frozen') {
      near.pause();
      return;
    }
    const far = connect({ port: this.#target, host: '127.0.0.1', noDelay: true });
    this.#keep(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => {
        if (this.#mode === 'open') {
          to.write(bytes);
        }
      });
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.on('end', () => to.end());
    }
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }
}

/** A port of loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
