import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP relay before the port of a node: who dials it is passed on, unless the line is cut. */
export class Gate {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isOpen = true;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param port of the node, on loopback */
  static async open(port: number): Promise<Gate> {
    const server = createServer((socket) => gate.#pass(socket, port));
    const gate = new Gate(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return gate;
  }

  get port(): number {
    return portOf(this.#server);
  }

  cut(): void {
    this.#isOpen = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  heal(): void {
    this.#isOpen = true;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #pass(from: Socket, port: number): void {
    if (!this.#isOpen) {
      from.destroy();
      return;
    }
    const to = connect(port, '127.0.0.1');
    for (const socket of [from, to]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        from.destroy();
        to.destroy();
      });
    }
    from.pipe(to).pipe(from);
  }
}

/** A port of loopback that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
