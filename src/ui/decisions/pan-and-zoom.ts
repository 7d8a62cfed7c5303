import type { Attachment } from 'svelte/attachments';

export interface Zoomed {
  readonly zoom: () => number;
  readonly zoomTo: (zoom: number, at: { readonly x: number; readonly y: number }) => void;
}

const leastDrag = 5;

export function panAndZoom({ zoom, zoomTo }: Zoomed): Attachment<HTMLElement> {
  return (scroller) => {
    let drag: { x: number; y: number; left: number; top: number; isOn: boolean } | null = null;
    let pinch: { distance: number; zoom: number } | null = null;
    const pointIn = (x: number, y: number) => {
      const { left, top } = scroller.getBoundingClientRect();
      return { x: x - left, y: y - top };
    };
    const listeners = {
      pointerdown: ({ pointerType, button, clientX: x, clientY: y }: PointerEvent) => {
        if (pointerType !== 'mouse' || button !== 0) return;
        drag = { x, y, left: scroller.scrollLeft, top: scroller.scrollTop, isOn: false };
      },
      pointermove: ({ clientX, clientY, buttons, pointerId }: PointerEvent) => {
        if (!drag) return;
        if (buttons === 0) {
          drag = null;
          return;
        }
        const [x, y] = [clientX - drag.x, clientY - drag.y];
        if (!drag.isOn && Math.hypot(x, y) < leastDrag) return;
        // Without pointer capture, the end of a drag could press a control.
        if (!drag.isOn) scroller.setPointerCapture(pointerId);
        drag.isOn = true;
        scroller.scrollTo(drag.left - x, drag.top - y);
      },
      wheel: (event: WheelEvent) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        const step = Math.max(-60, Math.min(60, event.deltaY));
        zoomTo(zoom() * Math.exp(-step / 200), pointIn(event.clientX, event.clientY));
      },
      touchstart: ({ touches }: TouchEvent) => {
        const distance = distanceOf(touches);
        pinch = distance === null ? null : { distance, zoom: zoom() };
      },
      touchmove: (event: TouchEvent) => {
        const distance = distanceOf(event.touches);
        const [one, other] = event.touches;
        if (!pinch || distance === null || !one || !other) return;
        event.preventDefault();
        const x = (one.clientX + other.clientX) / 2;
        const y = (one.clientY + other.clientY) / 2;
        zoomTo((pinch.zoom * distance) / pinch.distance, pointIn(x, y));
      },
    } as const;
    const names = Object.keys(listeners) as (keyof typeof listeners)[];
    for (const name of names)
      scroller.addEventListener(name, listeners[name] as EventListener, { passive: false });
    return () => {
      for (const name of names)
        scroller.removeEventListener(name, listeners[name] as EventListener);
    };
  };
}

function distanceOf([one, other, third]: TouchList): number | null {
  if (!one || !other || third) return null;
  return Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
}
