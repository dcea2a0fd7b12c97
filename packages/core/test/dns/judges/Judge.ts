import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { programPath, type RequirementName } from "../../../../../test/requires.ts"

/** A record as in a zone file. */
export interface Sample {
  readonly type: string
  readonly text: string
}

/** Verdict of a nameserver's own tool on a record, and its text if the tool prints zones. */
export interface Verdict {
  readonly isTaken: boolean
  readonly printed?: string
}

export const zone = "example.test."

const header = [
  `$ORIGIN ${zone}`,
  "$TTL 300",
  "@ IN SOA ns.example.test. hostmaster.example.test. 1 2 3 4 5",
  "@ IN NS ns.example.test.",
  "ns IN A 192.0.2.1"
]

/** A line that every tool refuses: when it is not named, the tool lost its way before. */
const sentinel = "zz IN A not-an-address"

/** The output of a tool that is given a zone file. */
export const run = (command: RequirementName, args: ReadonlyArray<string>, lines: ReadonlyArray<string>): string => {
  const folder = mkdtempSync(join(tmpdir(), "namewright-zone-"))
  try {
    writeFileSync(join(folder, "zone"), `${lines.join("\n")}\n`)
    const { stderr, stdout } = spawnSync(command, args, {
      cwd: folder,
      encoding: "latin1",
      env: { PATH: programPath },
      maxBuffer: 1 << 28
    })
    return stdout + stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const recordLines = (samples: ReadonlyArray<Sample>): ReadonlyArray<string> =>
  samples.map(({ text, type }, index) => `r${index} IN ${type} ${text}`)

/** A zone with the samples at owners `r0`, `r1` and so on. */
export const zoneOf = (samples: ReadonlyArray<Sample>): ReadonlyArray<string> => [...header, ...recordLines(samples)]

/** A zone with a SOA of its own. */
export const apexZone = (soa: string): ReadonlyArray<string> =>
  header.map((line) => line.includes(" SOA ") ? `@ IN SOA ${soa}` : line)

/** Characters that hide the end of a record from a tool. */
const isDelicate = ({ text }: Sample): boolean =>
  /[()]|\\$/.test(text) || text.replaceAll(/\\./g, "").split("\"").length % 2 === 0

/**
 * The indexes of the samples that a tool refuses, from the line numbers it names. A tool that does not reach the last
 * line was led astray by one of the samples: then each half is judged by itself. A sample alone has no line behind it.
 */
export const refused = (
  samples: ReadonlyArray<Sample>,
  namedLines: (lines: ReadonlyArray<string>) => ReadonlyArray<number>
): ReadonlySet<number> => {
  const found = new Set<number>()
  type Numbered = readonly [index: number, sample: Sample]
  const judge = (some: ReadonlyArray<Numbered>): void => {
    const lines = zoneOf(some.map(([, sample]) => sample))
    const named = namedLines(some.length === 1 ? lines : [...lines, sentinel])
    if (some.length === 1) {
      for (const [index] of named.length > 0 ? some : []) found.add(index)
    } else if (named.includes(lines.length + 1)) {
      for (const line of named) found.add(some[line - header.length - 1]?.[0] ?? -1)
    } else {
      const middle = some.length >> 1
      judge(some.slice(0, middle))
      judge(some.slice(middle))
    }
  }
  const all = [...samples.entries()]
  const plain = all.filter(([, sample]) => !isDelicate(sample))
  if (plain.length > 0) judge(plain)
  for (const numbered of all) if (isDelicate(numbered[1])) judge([numbered])
  return found
}
