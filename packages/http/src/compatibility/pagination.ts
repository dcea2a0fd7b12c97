/** Second envelope of a list, for clients generated from an older description. */
export const pagination = (total: number, page: number, page_size: number) => {
  const total_pages = Math.ceil(total / page_size)
  return {
    total_pages,
    total_items: total,
    total_count: total,
    current_page: page,
    page_size,
    has_next_page: page < total_pages,
    has_previous_page: page > 1
  }
}
