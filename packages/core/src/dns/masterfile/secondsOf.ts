const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/** Seconds from a number, or from numbers with units such as `1h30m`; undefined when it is neither, or over 31 bits. */
export const secondsOf = (text: string): number | undefined => {
  if (text.length > 50 || !/^(?:[0-9]+|(?:[0-9]+[smhdw])+)$/i.test(text)) return undefined
  const parts = text.toLowerCase().matchAll(/([0-9]+)([smhdw]?)/g)
  const seconds = [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ""] ?? 1), 0)
  return seconds <= 0x7fff_ffff ? seconds : undefined
}
