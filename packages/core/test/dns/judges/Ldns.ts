import { run, type Sample, zoneOf } from "./Judge.ts"

const command = "ldns-read-zone"

/** The octets that DNSSEC signs, by ldns: each record as it is canonicalised and printed in the form of unknown types. */
export const ldnsSignedOctets = (samples: ReadonlyArray<Sample>): ReadonlyArray<string | undefined> => {
  const types = [...new Set(samples.map(({ type }) => type))]
  const output = run(command, ["-c", ...types.flatMap((type) => ["-u", type]), "zone"], zoneOf(samples))
  const printed = new Map<number, string>()
  for (
    const [, owner, octets] of output.matchAll(/^r([0-9]+)\.example\.test\.\s+[0-9]+\s+IN\s+\S+\s+\\# [0-9]+ ?(.*)$/gm)
  ) {
    printed.set(Number(owner), (octets ?? "").replaceAll(/\s/g, "").toUpperCase())
  }
  return samples.map((_, index) => printed.get(index))
}
