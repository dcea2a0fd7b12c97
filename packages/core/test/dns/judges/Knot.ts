import { apexZone, refused, run, type Sample, type Verdict } from "./Judge.ts"

const command = "kzonecheck"

const namedLines = (lines: ReadonlyArray<string>): ReadonlyArray<number> => {
  const output = run(command, ["-v", "-o", "example.test", "zone"], lines)
  return [...output.matchAll(/\bline ([0-9]+) \(/g)].map(([, line]) => Number(line))
}

/** Knot's verdicts on the text of records; what it thinks of the zone as a whole is left aside. */
export const knot = (samples: ReadonlyArray<Sample>): ReadonlyArray<Verdict> => {
  const bad = refused(samples, namedLines)
  return samples.map((_, index) => ({ isTaken: !bad.has(index) }))
}

/** Knot's verdict on the SOA of a zone. */
export const knotOfApex = (soa: string): Verdict => ({ isTaken: namedLines(apexZone(soa)).length === 0 })
