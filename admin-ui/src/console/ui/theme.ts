import { createTheme } from "@mui/material/styles";

/** The colours of the diners' site (site/src/styles/tokens.css), with a contrast of at least 4.5 : 1 for text. */
export const palette = {
  washi: "#f7f2e8",
  washiDeep: "#efe7d7",
  paper: "#fffdf8",
  ink: "#211d18",
  inkSoft: "#5b5348",
  line: "#ddd2be",
  lineStrong: "#8d7f69",
  ai: "#22375a",
  aiDeep: "#162742",
  aiWash: "#e6eaf1",
  shu: "#ab3524",
  shuDeep: "#872617",
  shuWash: "#f8e8e2",
  matcha: "#3f6137",
  matchaWash: "#e8efe2",
  kin: "#7a5c1e",
  kinWash: "#f6eed9",
} as const;

/** Latin letters first, from fonts without Japanese letters: a Japanese font may draw accents next to their letters. */
const SANS =
  '"Helvetica Neue", "Segoe UI", Roboto, "Noto Sans", Arial, "Liberation Sans", "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Yu Gothic Medium", "Yu Gothic", "Noto Sans JP", "Noto Sans CJK JP", system-ui, sans-serif';
const SERIF =
  '"Palatino Linotype", Palatino, "Noto Serif", "Times New Roman", "Liberation Serif", "Hiragino Mincho ProN", "Yu Mincho", "YuMincho", "Noto Serif JP", "Noto Serif CJK JP", "Source Han Serif JP", serif';

const heading = { fontFamily: SERIF, fontWeight: 600, letterSpacing: "0.02em", lineHeight: 1.4 };

/** The focus ring. */
const ring = { outline: `2px solid ${palette.ai}`, outlineOffset: 2 };
const innerRing = { outlineOffset: -2 };

/** Chosen buttons, menu entries, tabs and steps, and the marked options of a list. */
const CHOSEN = [
  ".MuiToggleButton-root.Mui-selected",
  ".MuiButtonBase-root[aria-pressed=true]",
  ".MuiButtonBase-root[aria-current=page]",
  ".MuiTab-root.Mui-selected",
  "[role=option][aria-selected=true]",
];

/** The rules of components follow these and are at least as specific, so each declaration is important. */
function important(declarations: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(declarations).map(([name, value]) => [name, `${value} !important`]));
}

/**
 * Contrast themes replace all colours: chosen elements get the colours of a selection, with their icons and chips, and
 * buttons and the slider's thumb get a border. `fill` marks coloured areas that keep their colours, such as bars of a
 * report.
 */
export const forcedColours = {
  [CHOSEN.join()]: important({
    forcedColorAdjust: "none",
    backgroundColor: "Highlight",
    color: "HighlightText",
  }),
  [CHOSEN.map((each) => `${each} *`).join()]: important({ backgroundColor: "transparent", color: "HighlightText" }),
  ".MuiButton-contained": important({ border: "1px solid ButtonText" }),
  ".MuiButton-contained.Mui-disabled": important({ borderColor: "GrayText" }),
  ".MuiSlider-thumb": important({ border: "2px solid ButtonText", backgroundColor: "ButtonFace" }),
  ".MuiSlider-rail, .MuiSlider-track": important({ backgroundColor: "CanvasText" }),
  ".fill": important({ forcedColorAdjust: "none", outline: "1px solid CanvasText" }),
};

export const theme = createTheme({
  palette: {
    primary: { main: palette.ai, dark: palette.aiDeep, light: palette.aiWash, contrastText: "#fbf6ea" },
    secondary: { main: palette.shu, dark: palette.shuDeep, light: palette.shuWash, contrastText: "#fbf6ea" },
    error: { main: palette.shu, dark: palette.shuDeep, light: palette.shuWash, contrastText: "#fbf6ea" },
    success: { main: palette.matcha, light: palette.matchaWash, contrastText: "#fbf6ea" },
    warning: { main: palette.kin, light: palette.kinWash, contrastText: "#fffdf8" },
    info: { main: palette.ai, light: palette.aiWash, contrastText: "#fbf6ea" },
    text: { primary: palette.ink, secondary: palette.inkSoft },
    background: { default: palette.washi, paper: palette.paper },
    divider: palette.line,
  },
  shape: { borderRadius: 4 },
  typography: {
    fontFamily: SANS,
    h1: { ...heading, fontSize: "1.5rem" },
    h2: { ...heading, fontSize: "1.2rem" },
    h3: { ...heading, fontSize: "1.05rem" },
    h4: { ...heading, fontSize: "1rem" },
    body1: { lineHeight: 1.7 },
    body2: { lineHeight: 1.6 },
    button: { textTransform: "none", fontWeight: 600 },
  },
  components: {
    // Hidden overflow can still scroll, for example to a focused element: a button that was pressed while it unfolded
    // would move away before its release.
    MuiCollapse: { styleOverrides: { root: { overflow: "clip" }, entered: { overflow: "visible" } } },
    MuiCssBaseline: {
      styleOverrides: {
        // A long name breaks instead of widening the page, as on the diners' site.
        body: { overflowWrap: "anywhere" },
        ":lang(ja)": { lineBreak: "strict" },
        ":focus-visible": ring,
        "@media (prefers-reduced-motion: reduce)": {
          "*, *::before, *::after": { animationDuration: "1ms !important", transitionDuration: "1ms !important" },
        },
        "@media (forced-colors: active)": forcedColours,
        "@media print": { body: { background: "#fff" } },
      },
    },
    // Material's buttons have no focus ring. Where the surrounding element would cut it off, the ring is inside the
    // edge. The ring replaces Material's own indicator, which pulsates while the focus stays and cannot be stopped.
    MuiButtonBase: {
      styleOverrides: {
        root: { "&.Mui-focusVisible": ring, "& .MuiTouchRipple-ripplePulsate": { display: "none" } },
      },
    },
    MuiListItemButton: { styleOverrides: { root: { "&.Mui-focusVisible": innerRing } } },
    MuiMenuItem: { styleOverrides: { root: { "&.Mui-focusVisible": innerRing } } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      // Texts of buttons and column heads are short, and break between words.
      styleOverrides: { root: { minHeight: 40, overflowWrap: "break-word" }, sizeSmall: { minHeight: 34 } },
    },
    // A dialog that fills the screen of a phone leaves its end blank: its rows keep their heights.
    MuiDialogContent: { styleOverrides: { root: { alignContent: "start" } } },
    // Texts of a dialog's buttons keep their words, on a second line if needed.
    MuiDialogActions: {
      defaultProps: { disableSpacing: true },
      styleOverrides: { root: { flexWrap: "wrap", gap: 8, "& .MuiButton-root": { wordBreak: "keep-all" } } },
    },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: "none" } } },
    MuiCard: { styleOverrides: { root: { border: `1px solid ${palette.line}` } } },
    MuiAlert: {
      styleOverrides: {
        standardSuccess: { backgroundColor: palette.matchaWash, color: palette.ink },
        standardError: { backgroundColor: palette.shuWash, color: palette.ink },
        standardInfo: { backgroundColor: palette.aiWash, color: palette.ink },
        standardWarning: { backgroundColor: palette.kinWash, color: palette.ink },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        head: { fontWeight: 600, backgroundColor: palette.washiDeep, overflowWrap: "normal", wordBreak: "keep-all" },
      },
    },
    // A number stays in one line.
    MuiBadge: { styleOverrides: { badge: { whiteSpace: "nowrap" } } },
    MuiTab: { styleOverrides: { root: { minHeight: 44, "&.Mui-focusVisible": innerRing } } },
    MuiTooltip: { styleOverrides: { tooltip: { backgroundColor: palette.ink, fontSize: "0.8rem" } } },
    // The filters of react-admin's lists: the specification's delay (admin §9).
    RaFilterForm: { defaultProps: { debounce: 300 } as object },
    MuiLink: { defaultProps: { underline: "always" } },
    MuiFormLabel: { styleOverrides: { root: { color: palette.inkSoft } } },
    MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: palette.lineStrong } } },
  },
});
