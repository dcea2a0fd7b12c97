import { Draw } from "../../../../core/test/dns/Draw.ts"

/** One name of a round: a registration, and what follows it. */
export interface RoundOrder {
  readonly name: string
  /** False for a name that the registry has reserved: the registration is refused. */
  readonly isFree: boolean
  /** `year` is paid and carried out once, `tooLong` is refused because names are kept for ten years at most. */
  readonly renewal: "none" | "year" | "tooLong"
  /** The final answer is asked for once more. */
  readonly isRepeated: boolean
}

/** Kills the server some time after so many answers, and perhaps again soon after its start. */
export interface RoundKill {
  /** Final answers before the kill. */
  readonly answers: number
  /** Milliseconds after that. */
  readonly delay: number
  /** Milliseconds between the next start and a second kill, if there is one. */
  readonly again: number | undefined
}

export interface RoundPlan {
  readonly orders: ReadonlyArray<RoundOrder>
  readonly kills: ReadonlyArray<RoundKill>
}

const topLevels = ["com", "com", "net", "cc", "org"] as const

/** The round of a seed. One in 25 registrations is refused, and beside 25 renewals there is one that is refused. */
export const roundPlan = (
  { kills, registrations, renewals, seed }: {
    readonly seed: number
    readonly registrations: number
    readonly renewals: number
    readonly kills: number
  }
): RoundPlan => {
  const draw = new Draw(seed)
  const free = Array.from({ length: registrations }, (_, index) => index).filter((index) => index % 25 !== 7)
  const shuffled = free.map((index) => [draw.below(2 ** 31), index] as const).toSorted(([a], [b]) => a - b)
  const renewed = new Set(shuffled.slice(0, renewals).map(([, index]) => index))
  const tooLong = new Set(shuffled.slice(renewals, renewals + Math.ceil(renewals / 25)).map(([, index]) => index))
  const all = registrations + renewals + tooLong.size
  return {
    orders: Array.from({ length: registrations }, (_, index): RoundOrder => {
      const isFree = index % 25 !== 7
      return {
        name: `${isFree ? "round" : "taken"}-${seed}-${index}.${draw.pick(topLevels)}`,
        isFree,
        renewal: renewed.has(index) ? "year" : tooLong.has(index) ? "tooLong" : "none",
        isRepeated: draw.chance(5)
      }
    }),
    kills: draw.times(kills, () => ({
      answers: draw.below(Math.floor(all * 0.95)),
      delay: draw.below(500),
      again: draw.chance(30) ? draw.below(3000) : undefined
    })).toSorted((one, other) => one.answers - other.answers)
  }
}
