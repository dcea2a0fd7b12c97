import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../../../test/freePort.ts"
import { programPath } from "../../../test/requires.ts"
import { httpsExchange } from "../src/httpsExchange.ts"
import { serverCertificate } from "./serverCertificate.ts"

export interface Pebble extends AsyncDisposable {
  readonly directoryUrl: string
  /** Root of its server's certificate, in PEM. */
  readonly trustedRoots: string
  /** Port at which it requests responses to challenges. */
  readonly httpPort: number
}

/**
 * The ACME server Pebble of the Debian package `pebble`. It asks the DNS server at an address and port; without one, all names have
 * the address 127.0.0.1.
 */
export const startPebble = async (dnsServer?: string): Promise<Pebble> => {
  const folder = mkdtempSync(join(tmpdir(), "namewright-pebble-"))
  const ports = await Promise.all(Array.from({ length: 5 }, freePort))
  const [acme = 0, management = 0, httpPort = 0, dns = 0, challenges = 0] = ports
  const { certificate, key, root } = await serverCertificate()
  const files = {
    certificate: join(folder, "cert.pem"),
    privateKey: join(folder, "key.pem"),
    config: join(folder, "config.json")
  }
  writeFileSync(files.certificate, certificate)
  writeFileSync(files.privateKey, key)
  writeFileSync(
    files.config,
    JSON.stringify({
      pebble: {
        listenAddress: `127.0.0.1:${acme}`,
        managementListenAddress: `127.0.0.1:${management}`,
        certificate: files.certificate,
        privateKey: files.privateKey,
        httpPort,
        tlsPort: challenges
      }
    })
  )
  const env = { PATH: programPath, PEBBLE_VA_NOSLEEP: "1" }
  const allNames = () =>
    spawn("pebble-challtestsrv", [
      "-defaultIPv4",
      "127.0.0.1",
      "-defaultIPv6",
      "",
      "-http01",
      "",
      "-https01",
      "",
      "-tlsalpn01",
      "",
      "-dns01",
      `127.0.0.1:${dns}`,
      "-management",
      `127.0.0.1:${challenges}`
    ], { env, stdio: "ignore" })
  const asked = dnsServer ?? `127.0.0.1:${dns}`
  const processes = [
    ...(dnsServer === undefined ? [allNames()] : []),
    spawn("pebble", ["-strict", "-config", files.config, "-dnsserver", asked], { env, stdio: "ignore" })
  ]
  const directoryUrl = `https://localhost:${acme}/dir`
  const dispose = async () => {
    await Promise.all(processes.map(async (one) => {
      if (one.exitCode !== null || one.signalCode !== null) return
      one.kill("SIGKILL")
      await once(one, "exit")
    }))
    rmSync(folder, { recursive: true, force: true })
  }
  const answers = async (): Promise<boolean> => {
    try {
      return (await httpsExchange({ url: directoryUrl, method: "GET", headers: {}, trustedRoots: root })).status === 200
    } catch {
      return false
    }
  }
  const deadline = Date.now() + 10_000
  // oxlint-disable-next-line no-await-in-loop -- until it listens
  while (!(await answers())) {
    if (Date.now() > deadline) {
      // oxlint-disable-next-line no-await-in-loop -- the last turn
      await dispose()
      throw new Error("Pebble does not answer")
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { directoryUrl, trustedRoots: root, httpPort, [Symbol.asyncDispose]: dispose }
}
