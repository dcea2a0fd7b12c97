/** A shorter secret would be found in every other word. */
const shortest = 4

/** A text of the other side without what it quotes of a command's secrets. */
export const withoutSecrets = (text: string, secrets: ReadonlyArray<string>): string =>
  secrets.reduce((left, secret) => secret.length < shortest ? left : left.replaceAll(secret, "***"), text)
