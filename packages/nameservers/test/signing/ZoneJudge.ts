import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { programPath } from "../../../../test/requires.ts"
import type { ImageRrset } from "../../src/image/ImageRrset.ts"
import { zoneLines } from "./signingText.ts"

/** The zone that judges are given. */
export const judgedZone = "example.test"

/** What a program says of the files in a folder of its own. */
interface Verdict {
  readonly isTaken: boolean
  readonly output: string
}

/** Runs a program over a file `zone`, and gives it a folder that is removed afterwards. */
const judge = <T>(lines: ReadonlyArray<string>, use: (folder: string) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), "namewright-signed-zone-"))
  try {
    writeFileSync(join(folder, "zone"), `${lines.join("\n")}\n`)
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const run = (folder: string, command: string, args: ReadonlyArray<string>): Verdict => {
  const { status, stderr, stdout } = spawnSync(command, args, {
    cwd: folder,
    encoding: "latin1",
    env: { PATH: programPath },
    maxBuffer: 1 << 28
  })
  return { isTaken: status === 0, output: stdout + stderr }
}

/** The programs that check a signed zone as a whole, with the time that it is to be valid at. */
const checkers = {
  "ldns-verify-zone": (at) => ["-V", "1", ...(at === undefined ? [] : ["-t", ldnsTime(at)]), "zone"],
  "dnssec-verify": () => ["-q", "-z", "-o", judgedZone, "zone"],
  kzonecheck: (at) => ["-d", "on", "-o", judgedZone, ...(at === undefined ? [] : ["-t", String(at)]), "zone"]
} as const satisfies Record<string, (at?: number) => ReadonlyArray<string>>

export type Checker = keyof typeof checkers

export const checkerNames = ["ldns-verify-zone", "dnssec-verify", "kzonecheck"] as const

/** As ldns wants it, in UTC. */
const ldnsTime = (at: number): string => new Date(at * 1000).toISOString().replaceAll(/[-T:]|\..*/g, "")

export const checkZone = (checker: Checker, rrsets: Iterable<ImageRrset>, at?: number): Verdict =>
  judge(zoneLines(rrsets), (folder) => run(folder, checker, checkers[checker](at)))

/** NSEC and NSEC3 records, each as one line with its words in lower case. */
const chainLines = (file: string): ReadonlyArray<string> =>
  file.split("\n").map((line) => line.toLowerCase().split(/\s+/).filter((word) => word !== "").join(" ")).filter((
    line
  ) => /^\S+ [0-9]+ in nsec3? /.test(line)).toSorted()

/** The chain of a zone as BIND reads and prints it. */
export const chainPrintedByBind = (rrsets: Iterable<ImageRrset>): ReadonlyArray<string> =>
  judge(
    zoneLines(rrsets),
    (folder) => chainLines(run(folder, "named-checkzone", [...lenient, judgedZone, "zone"]).output)
  )

const lenient = [
  "-i",
  "none",
  ...["-k", "-n", "-m", "-M", "-S", "-r"].flatMap((flag) => [flag, "ignore"]),
  "-D",
  "-s",
  "full",
  "-o",
  "-"
]

/** The chain that BIND makes itself, with a key of its own. */
export const chainMadeByBind = (rrsets: Iterable<ImageRrset>, denial: "nsec" | "nsec3"): ReadonlyArray<string> =>
  judge(zoneLines(rrsets), (folder) => {
    run(folder, "dnssec-keygen", ["-a", "ECDSAP256SHA256", "-f", "KSK", judgedZone])
    const key = readdirSync(folder).find((file) => file.endsWith(".key")) ?? ""
    writeFileSync(join(folder, "zone"), `${readFileSync(join(folder, "zone"), "utf8")}$INCLUDE ${key}\n`)
    const hashing = denial === "nsec3" ? ["-3", "-", "-H", "0"] : []
    run(folder, "dnssec-signzone", ["-z", ...hashing, "-O", "full", "-o", judgedZone, "-f", "signed", "zone", key])
    return chainLines(readFileSync(join(folder, "signed"), "latin1"))
  })
