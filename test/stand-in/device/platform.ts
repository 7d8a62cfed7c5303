import type * as Obsidian from 'obsidian';

/** What a device is: the desktop app on Linux, or the phone app. */
export type DeviceKind = 'desktop' | 'android' | 'ios';

/** Documented: obsidian.d.ts:4823, `Platform`, for one kind of device. */
export function platformOf(kind: DeviceKind): typeof Obsidian.Platform {
  const isDesktop = kind === 'desktop';
  return {
    isDesktop,
    isDesktopApp: isDesktop,
    isMobile: !isDesktop,
    isMobileApp: !isDesktop,
    isPhone: !isDesktop,
    isTablet: false,
    isIosApp: kind === 'ios',
    isAndroidApp: kind === 'android',
    isMacOS: kind === 'ios',
    isWin: false,
    isLinux: isDesktop,
    isSafari: kind === 'ios',
    resourcePathPrefix: isDesktop ? 'app://stand-in/' : 'file:///',
  };
}
