/** Look of every chart: that of the texts and lines around it. */
export const axisLook = { stroke: 'var(--secondary)', tickLine: false, axisLine: false, fontSize: 12 } as const;

export const gridLook = { vertical: false, stroke: 'var(--line)' } as const;

export const tooltipLook = {
  isAnimationActive: false,
  cursor: { fill: 'var(--tint)' },
  contentStyle: { background: 'var(--surface)', borderColor: 'var(--line)', borderRadius: 6 },
} as const;

/** In the order of the series, which are stacked from below. */
export const legendLook = { iconType: 'square', iconSize: 10, itemSorter: null } as const;
