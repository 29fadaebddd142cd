# The compiler.
CC ?= gcc
CFLAGS := -O2 -Wall
CFLAGS += -g
export PREFIX = /usr/local
OBJS = main.o \
	user.o: no

ifeq ($(CC),clang)
  LDFLAGS::=-flto
endif

define greet
no: target
echo = $(1)
endef

.PHONY: all clean

# Builds it.
all: $(OBJS) ## says what
	$(CC) -o shop $^
	@echo "done: x = 1"

$(OBJS:.c=.o): %.o: %.c
	$(CC) -c $<
clean distclean: ; rm -f shop

install:: all
include other.mk
debug: CFLAGS += -O0
.c.o:
	$(CC) -c $<
