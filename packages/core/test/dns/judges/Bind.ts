import { apexZone, refused, run, type Sample, type Verdict, zoneOf } from "./Judge.ts"

const command = "named-checkzone"
const policies = ["-i", "none", ...["-k", "-n", "-m", "-M", "-S", "-r"].flatMap((flag) => [flag, "ignore"])]

const namedLines = (lines: ReadonlyArray<string>): ReadonlyArray<number> => {
  const output = run(command, [...policies, "example.test", "zone"], lines)
  return [...output.matchAll(/\bzone:([0-9]+): (?!SOA record not at top)/g)].map(([, line]) => Number(line))
}

/** BIND's verdicts; its text of every record that it takes. */
export const bind = (samples: ReadonlyArray<Sample>): ReadonlyArray<Verdict> => {
  const bad = refused(samples, namedLines)
  const good = samples.flatMap((sample, index) => bad.has(index) ? [] : [{ sample, index }])
  const printed = new Map<number, string>()
  const lines = zoneOf(good.filter(({ sample }) => sample.type !== "SOA").map(({ sample }) => sample))
  const shown = good.filter(({ sample }) => sample.type !== "SOA")
  const output = run(command, [...policies, "-D", "-s", "full", "-o", "-", "example.test", "zone"], lines)
  for (const [, owner, text] of output.matchAll(/^r([0-9]+)\.example\.test\.\s+[0-9]+ IN \S+[ \t]+(.*)$/gm)) {
    printed.set(shown[Number(owner)]?.index ?? -1, text ?? "")
  }
  return samples.map((_, index): Verdict => {
    const text = printed.get(index)
    return { isTaken: !bad.has(index), ...(text === undefined ? {} : { printed: text }) }
  })
}

/** BIND's verdict on the SOA of a zone. */
export const bindOfApex = (soa: string): Verdict => {
  const output = run(command, [...policies, "-D", "-s", "full", "-o", "-", "example.test", "zone"], apexZone(soa))
  const printed = /^example\.test\.\s+[0-9]+ IN SOA\s+(.*)$/m.exec(output)?.[1]
  return printed === undefined ? { isTaken: false } : { isTaken: true, printed }
}
