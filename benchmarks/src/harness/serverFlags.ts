/** V8 flags of a process of `npm start`: one of the script, one that the command line sets itself. */
export const serverFlags = ["--max-semi-space-size=16", "--heap-growing-percent=40"]
