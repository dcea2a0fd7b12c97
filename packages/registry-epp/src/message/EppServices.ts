/**
 * Namespaces of objects and extensions that a session may use: those that the server offered in its greeting and the
 * client announced at its login (RFC 5730, section 2.9.1.1). They are compared exactly.
 */
export interface EppServices {
  readonly objects: ReadonlySet<string>
  readonly extensions: ReadonlySet<string>
}
