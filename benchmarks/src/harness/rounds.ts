/** Figures of one side in one round, by name. */
export type Measured<Name extends string> = Readonly<Record<Name, number>>

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Value below which a share of the values is. Share 0.95 is the 95th percentile. */
export const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export interface Comparison {
  readonly ours: number
  readonly peer: number
  /** Median of the ratios of the rounds: a disturbance of the machine in one round affects both sides. */
  readonly ratio: number
}

/**
 * Measures two sides in turn, alternating which begins, and returns medians. A first round of
 * both warms up and is not counted.
 */
export const interleaved = async <Name extends string>(
  rounds: number,
  ours: () => Promise<Measured<Name>>,
  peer: () => Promise<Measured<Name>>
): Promise<(name: Name) => Comparison> => {
  await ours()
  await peer()
  const all: Array<{ readonly ours: Measured<Name>; readonly peer: Measured<Name> }> = []
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0 ? await ours() : await peer()
    const second = round % 2 === 0 ? await peer() : await ours()
    all.push(round % 2 === 0 ? { ours: first, peer: second } : { ours: second, peer: first })
  }
  return (name) => ({
    ours: median(all.map((round) => round.ours[name])),
    peer: median(all.map((round) => round.peer[name])),
    ratio: median(all.map((round) => round.ours[name] / round.peer[name]))
  })
}

/**
 * Measures several sides in turn, each round beginning with the next of them and every other one in reverse, and compares any
 * two. Nothing warms up: the sides do so before.
 */
export const inTurn = async <Side extends string>(
  rounds: number,
  sides: Readonly<Record<Side, () => Promise<number>>>
): Promise<(ours: Side, peer: Side) => Comparison> => {
  const names = Object.keys(sides) as Array<Side>
  const all: Array<ReadonlyMap<Side, number>> = []
  for (let round = 0; round < rounds; round++) {
    const first = round % names.length
    const order = [...names.slice(first), ...names.slice(0, first)]
    const measured = new Map<Side, number>()
    for (const name of round % 2 === 0 ? order : order.toReversed()) measured.set(name, await sides[name]())
    all.push(measured)
  }
  const of = (side: Side) => all.map((round) => round.get(side) ?? Number.NaN)
  return (ours, peer) => ({
    ours: median(of(ours)),
    peer: median(of(peer)),
    ratio: median(all.map((round) => (round.get(ours) ?? Number.NaN) / (round.get(peer) ?? Number.NaN)))
  })
}
