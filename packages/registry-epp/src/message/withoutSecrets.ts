/** Minimum length of a masked secret. A shorter one would match parts of ordinary words. */
const shortest = 4

/** A text of the registry without the secrets of a command that it quotes. */
export const withoutSecrets = (text: string, secrets: ReadonlyArray<string>): string =>
  secrets.reduce((left, secret) => secret.length < shortest ? left : left.replaceAll(secret, "***"), text)
