/** A command that cannot be written as it is; nothing of it was sent. The message holds no values. */
export class IllegalCommand extends Error {
  override readonly name = "IllegalCommand"
}
