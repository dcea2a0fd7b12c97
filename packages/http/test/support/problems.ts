/** The pointers and slugs of all problems of a 422, as pairs. */
export const issuesOf = (
  body: { readonly errors: ReadonlyArray<{ readonly loc: ReadonlyArray<unknown>; readonly type: string }> }
) => body.errors.map(({ loc, type }) => [loc.join("."), type])
