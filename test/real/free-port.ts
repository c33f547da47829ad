/** A TCP port of the loopback interface that nothing listens on. */
import { type AddressInfo, createServer } from "node:net";

/** Finds a port. Another process may take it before it is used. */
export async function freePort(): Promise<string> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return String(port);
}
