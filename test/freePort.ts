import { randomInt } from "node:crypto"
import { createSocket } from "node:dgram"
import { createServer } from "node:net"

/**
 * Range of the ports. It is below that of outgoing connections, which could use the port before the server of a test
 * listens.
 */
const [first, end] = [20_000, 32_000]

/** Ports that this process has returned. Their servers may not listen yet. */
const returned = new Set<number>()

const isFreeForTcp = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })

const isFreeForUdp = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createSocket("udp4").once("error", () => resolve(false))
    probe.bind(port, host, () => probe.close(() => resolve(true)))
  })

/** An unused port of an IPv4 address, for TCP and UDP. */
export const freePortAt = async (host: string): Promise<number> => {
  for (;;) {
    const port = randomInt(first, end)
    if (returned.has(port)) continue
    returned.add(port)
    if (await isFreeForTcp(host, port) && await isFreeForUdp(host, port)) return port
  }
}

/** An unused port of 127.0.0.1. */
export const freePort = () => freePortAt("127.0.0.1")
