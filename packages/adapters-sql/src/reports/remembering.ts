/** Texts that are remembered at a time; then all are forgotten, which is cheaper than to know the oldest. */
const remembered = 4_000

/** The same function for texts that come up again and again, such as the nameservers of a portfolio. */
export const remembering = <A>(work: (text: string) => A): (text: string) => A => {
  const known = new Map<string, A>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    if (known.size >= remembered) known.clear()
    const made = work(text)
    known.set(text, made)
    return made
  }
}
