const SHAPES = {
  menu: "M3 6h18M3 12h18M3 18h18",
  close: "M5 5l14 14M19 5L5 19",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c1-5 4-7 8-7s7 2 8 7",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5",
  chevron_down: "M5 9l7 7 7-7",
  chevron_left: "M15 5l-7 7 7 7",
  chevron_right: "M9 5l7 7-7 7",
  check: "M4 12l6 6L20 6",
  bell: "M6 17V10a6 6 0 0 1 12 0v7l2 1H4zM10 21h4",
  heart:
    "M12 20C5 15 3 11.5 3 8.5 3 6 5 4 7.5 4 9.5 4 11 5 12 6.5 13 5 14.5 4 16.5 4 19 4 21 6 21 8.5c0 3-2 6.5-9 11.5z",
  pin: "M12 21c-5-6-7-9-7-12a7 7 0 0 1 14 0c0 3-2 6-7 12zM12 6.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  phone: "M6 3l3 1 1.5 4-2 2c1 2.5 3 4.5 5.5 5.5l2-2 4 1.5 1 3c-1 3-3 3-5 2.5C9 19 5 15 3.5 8 3 6 3 4 6 3z",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l4 2",
  card: "M3 6h18v12H3zM3 10h18M7 15h4",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v6M12 7v.5",
  alert: "M12 4l9 16H3zM12 10v4M12 17v.5",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  calendar: "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5",
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon({ name, size = 20, filled = false }: { name: IconName; size?: number; filled?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: "none" }}
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
