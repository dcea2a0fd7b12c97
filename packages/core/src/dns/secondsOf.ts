const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/**
 * Parses seconds from a number, or from numbers with units such as `1h30m`; undefined for other text. Nameservers
 * support this form; no RFC specifies it.
 */
export const secondsOf = (text: string): number | undefined => {
  if (!/^(?:[0-9]+|(?:[0-9]+[smhdw])+)$/i.test(text)) return undefined
  const parts = text.toLowerCase().matchAll(/([0-9]+)([smhdw]?)/g)
  return [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ""] ?? 1), 0)
}
