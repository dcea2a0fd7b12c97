/** The two names of an RRset as they stand in an answer; quotes inside of a text would be escaped. */
const names = /"name":"(?:[^"\\]|\\.)*","fqdn":"((?:[^"\\]|\\.)*)"/g

/**
 * Writes the absolute name of each RRset into `name` as well, where existing clients look for it. It works on the text,
 * because a page of zones holds a hundred thousand names.
 */
export const absoluteNames = (text: string): string => text.replace(names, `"name":"$1","fqdn":"$1"`)
