import type { HolderRule } from "./HolderRule.ts"
import { issueAt } from "./HolderRule.ts"

const isDay = (text: string): boolean => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day >= 1 && day <= (lengths[month - 1] ?? 0)
}

/** SK-NIC: persons are identified by their date of birth, all others by a number of a register. */
export const slovakia: HolderRule = (holders) =>
  holders.flatMap((holder) => {
    const value = holder.attributes["SK_NIC_IDENT_VALUE"]
    if (value === undefined || value === "") return []
    const isPerson = holder.attributes["SK_NIC_LEGAL_FORM"] === "PERS"
    if (isPerson ? isDay(value) : value.length <= 32) return []
    return [
      issueAt(
        holder,
        "attributes.SK_NIC_IDENT_VALUE",
        isPerson ? "A person is known by the day of birth, YYYY-MM-DD" : "A company number has at most 32 characters"
      )
    ]
  })
