// The tones of badges and texts, from which their colors follow.

export type Tone = 'neutral' | 'accent' | 'positive' | 'warning' | 'danger' | 'sandbox';
