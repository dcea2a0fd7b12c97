import { Redacted } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../../../test/freePort.ts"
import { hostCertificates } from "./hostCertificates.ts"

/** Path of nginx in the Debian package `nginx-light`. */
export const nginxPath = "/usr/sbin/nginx"

/** Microseconds of a clock tick in the files of `/proc`. */
const tickMicros = 10_000

export interface NginxServer {
  readonly port: number
  /** CPU time of its only process in microseconds. */
  readonly cpuMicros: () => number
  readonly stop: () => Promise<void>
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy()
      resolve(true)
    })
    socket.once("error", () => resolve(false))
  })

/** One process of nginx with the certificates of all hosts loaded, TLS 1.3, and session tickets, as Node has them. */
export const startNginx = async (hosts: number): Promise<NginxServer> => {
  const folder = mkdtempSync(join(tmpdir(), "namewright-nginx-"))
  mkdirSync(join(folder, "logs"))
  const port = await freePort()
  const blocks = [...await hostCertificates(hosts)].map(([host, { chain, key }]) => {
    const [certificateFile, keyFile] = [join(folder, `${host}.pem`), join(folder, `${host}.key`)]
    writeFileSync(certificateFile, chain)
    writeFileSync(keyFile, Redacted.value(key))
    return `server { listen 127.0.0.1:${port} ssl; server_name ${host};
      ssl_certificate ${certificateFile}; ssl_certificate_key ${keyFile};
      default_type text/plain; return 200 "hello"; }`
  })
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
  const config = join(folder, "nginx.conf")
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")};
    events { worker_connections 512; }
    http { access_log off; ssl_protocols TLSv1.3;
      server_names_hash_max_size 4096; ${temporary.join(" ")}
      ${blocks.join("\n")} }`
  )
  const child = spawn(nginxPath, ["-p", folder, "-c", config, "-e", join(folder, "error.log")], { stdio: "ignore" })
  const deadline = Date.now() + 10_000
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`nginx does not listen: ${readFileSync(join(folder, "error.log"), "utf8")}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    port,
    cpuMicros: () => {
      const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
      return (Number(fields[11]) + Number(fields[12])) * tickMicros
    },
    stop: async () => {
      child.kill("SIGTERM")
      await once(child, "exit")
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
